'use strict';
// All texts stand in the rows of the table of moves; this shows one after the other.
(() => {
  const find = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll('tr[data-say]')];
  const last = rows.length - 1;
  const slider = find('slider');
  let now = 0;

  const go = (ply) => {
    now = Math.min(Math.max(ply, 0), last);
    const row = rows[now];
    find('now').setAttribute('href', '#p' + now);
    find('better').setAttribute('href', find('b' + now) ? '#b' + now : '');
    find('say').textContent = row.dataset.say;
    find('line').textContent = row.dataset.line;
    find('words').textContent = row.dataset.words;
    find('panel').className = 'panel ' + row.className.replace('now', '');
    slider.value = now;
    slider.setAttribute('aria-valuetext', row.dataset.say);
    const width = 600 / Math.max(last, 1);
    find('cursor').setAttribute('transform', 'translate(' + now * width + ' 0)');
    for (const other of rows) {
      other.classList.toggle('now', other === row);
    }
    for (const link of row.querySelectorAll('a')) {
      link.setAttribute('aria-current', 'step');
    }
    for (const link of document.querySelectorAll('.list a[aria-current]')) {
      if (!row.contains(link)) {
        link.removeAttribute('aria-current');
      }
    }
    keepInSight(row);
  };

  // Scrolls the list alone, never the page.
  const keepInSight = (row) => {
    const list = row.closest('.list');
    const head = list.querySelector('thead').offsetHeight;
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    if (top - head < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  };

  const fault = () => {
    const after = rows.findIndex((row, ply) => ply > now && row.classList.contains('fault'));
    return after < 0 ? rows.findIndex((row) => row.classList.contains('fault')) : after;
  };

  const steps = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => last, fault };
  const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-ply]');
    const button = event.target.closest('button[data-go]');
    const graph = event.target.closest('#graph');
    if (link) {
      event.preventDefault();
      go(Number(link.dataset.ply));
    } else if (button) {
      go(steps[button.dataset.go]());
    } else if (graph) {
      const frame = graph.querySelector('.frame').getBoundingClientRect();
      go(Math.round((event.clientX - frame.left) / frame.width * last));
    }
  });
  document.addEventListener('keydown', (event) => {
    const step = keys[event.key];
    if (step && event.target !== slider && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      go(steps[step]());
    }
  });
  slider.addEventListener('input', () => go(Number(slider.value)));

  if (!document.querySelector('tr.fault')) {
    document.querySelector('[data-go=fault]').hidden = true;
  }
  find('controls').hidden = false;
  const wanted = /^#m(\d+)$/.exec(location.hash);
  go(Number(wanted ? wanted[1] : find('controls').dataset.start));
})();
