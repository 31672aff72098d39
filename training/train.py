"""Trains a network for an engine of Schwarm.

    schwarm datagen GAME --config CONFIG -o GAMES        # games of the engine against itself
    schwarm net inputs GAMES -o INPUTS                   # ... as rows of inputs
    python training/train.py CONFIG --inputs INPUTS -o NET

Nothing here knows a game: a position is the list of rows of the first layer that its side to move sees, and a table says which rows the other
side sees instead. What is learned is a mixture of what the search thought and how the game ended, as a chance to win. The network is
written in whole numbers, as `crates/nets/src/file.rs` describes, and the integers it gives for the first positions are printed, to be compared with
those of `schwarm net output`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import struct
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

ACTIVATION_ONE = 255
OUTPUT_ONE = 64
MAGIC = b"SCHWNET1"
UNKNOWN = 255

PLACE = np.dtype(
    [("game", "<u4"), ("ply", "<u2"), ("score", "<i2"), ("result", "u1"), ("bucket", "u1"), ("count", "<u2")]
)


@dataclass
class Settings:
    """The table `train` of a configuration."""

    width: int = 64
    passes: float = 8.0
    batch: int = 16384
    rate: float = 1e-3
    last_rate: float = 1e-5
    decay: float = 1e-2
    result_share: float = 0.4
    held_out: int = 20
    heaviest: float = 1.98
    exponent: float = 2.0
    seed: int = 1

    @staticmethod
    def read(path: Path) -> "Settings":
        found = {key.replace("-", "_"): value for key, value in tomllib.loads(path.read_text())["train"].items()}
        unknown = set(found) - set(Settings.__dataclass_fields__)
        if unknown:
            raise SystemExit(f"{path}: [train] has no {', '.join(sorted(unknown))}")
        return Settings(**found)


class Inputs:
    """A folder written by `schwarm net inputs`, on the device that trains."""

    def __init__(self, folder: Path, device: torch.device) -> None:
        try:
            self.header = json.loads((folder / "header.json").read_text())
        except FileNotFoundError:
            raise SystemExit(f"{folder} has no header.json: `schwarm net inputs` writes such a folder") from None
        places = np.fromfile(folder / "places", PLACE)
        rows = np.fromfile(folder / "rows", "<u2")
        if len(places) != self.header["positions"] or len(rows) != places["count"].sum(dtype=np.int64):
            raise SystemExit(f"{folder} is not whole: write it again with `schwarm net inputs`")
        self.rows_of_net: int = self.header["rows"]
        self.buckets: int = self.header["buckets"]
        self.scale: int = self.header["scale"]
        self.games = places["game"].astype(np.int64)
        self.device = device
        ends = np.cumsum(places["count"], dtype=np.int64)
        put = lambda array, kind: torch.from_numpy(array.astype(kind)).to(device)
        # As int16 rows take half the room; those above 32767 come back by the mask in `batch`.
        self.rows = torch.from_numpy(rows.view(np.int16)).to(device)
        self.begins = put(ends - places["count"], np.int64)
        self.counts = put(places["count"], np.int64)
        self.buckets_of = put(places["bucket"], np.int64)
        self.scores = put(places["score"], np.float32)
        self.results = put(np.where(places["result"] == UNKNOWN, -1, places["result"] / 2), np.float32)
        self.other_view = put(np.fromfile(folder / "other_view", "<u2"), np.int64)
        families = np.fromfile(folder / "families", "<u2")
        self.families = put(families, np.int64) if len(families) else None
        self.symmetries = put(np.fromfile(folder / "symmetries", "<u2").reshape(-1, self.rows_of_net), np.int64)

    def targets(self, indices: torch.Tensor, result_share: float) -> torch.Tensor:
        """The chance to win that is to be learned."""
        thought = torch.sigmoid(self.scores[indices] / self.scale)
        result = self.results[indices]
        share = torch.where(result < 0, 0.0, result_share)
        return (1 - share) * thought + share * result.clamp(min=0)

    def batch(self, indices: torch.Tensor, symmetric: bool) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Rows of all positions, one after the other, which position each belongs to, and the rows of the other view."""
        counts = self.counts[indices]
        owners = torch.repeat_interleave(torch.arange(len(indices), device=self.device), counts)
        firsts = torch.cumsum(counts, 0) - counts
        places = torch.arange(len(owners), device=self.device) + (self.begins[indices] - firsts)[owners]
        rows = self.rows[places].to(torch.int64) & 0xFFFF
        if symmetric and len(self.symmetries) > 1:
            chosen = torch.randint(len(self.symmetries), (len(indices),), device=self.device)
            rows = self.symmetries[chosen[owners], rows]
        return rows, owners, self.other_view[rows]


class Net(torch.nn.Module):
    """Two views through one first layer, and a second layer for each bucket."""

    def __init__(self, rows: int, width: int, buckets: int, families: torch.Tensor | None) -> None:
        super().__init__()
        # Rows of a family mean nearly the same: what one learns the others learn, too.
        self.families = families
        count = 0 if families is None else int(families.max()) + 1
        self.common = torch.nn.Parameter(torch.zeros(count, width))
        # About as many rows are seen at once as a position has pieces and values.
        spread = 1 / math.sqrt(64)
        self.first = torch.nn.Parameter(torch.empty(rows, width).uniform_(-spread, spread) * 0.5)
        self.first_bias = torch.nn.Parameter(torch.full((width,), 0.25))
        self.second = torch.nn.Parameter(torch.empty(buckets, 2 * width).uniform_(-1, 1) / math.sqrt(2 * width))
        self.second_bias = torch.nn.Parameter(torch.zeros(buckets))

    def rows(self) -> torch.Tensor:
        """The first layer, with what families have in common."""
        return self.first if self.families is None else self.first + self.common[self.families]

    def sums(self, rows: torch.Tensor, owners: torch.Tensor, count: int) -> torch.Tensor:
        if rows.is_cuda:
            # A product with a matrix of how often each row is seen is quicker there than adding rows one by one.
            seen = torch.zeros(count, self.first.shape[0], device=rows.device)
            seen.index_put_((owners, rows), torch.ones((), device=rows.device), accumulate=True)
            return seen @ self.rows() + self.first_bias
        firsts = torch.searchsorted(owners, torch.arange(count))
        return torch.nn.functional.embedding_bag(rows, self.rows(), firsts, mode="sum") + self.first_bias

    def forward(
        self, rows: torch.Tensor, owners: torch.Tensor, other: torch.Tensor, buckets: torch.Tensor
    ) -> torch.Tensor:
        sums = torch.cat([self.sums(view, owners, len(buckets)) for view in (rows, other)], 1)
        return (sums.clamp(0, 1).square() * self.second[buckets]).sum(1) + self.second_bias[buckets]

    def clip(self, heaviest: float) -> None:
        with torch.no_grad():
            self.first.clamp_(-heaviest, heaviest)
            self.common.clamp_(-heaviest, heaviest)
            self.second.clamp_(-heaviest, heaviest)


def train(inputs: Inputs, settings: Settings, log: Path | None, begin: "Whole | None") -> Net:
    torch.manual_seed(settings.seed)
    device = inputs.device
    # Whole games are held out: positions of one game are too much alike.
    held = torch.from_numpy((inputs.games * 2654435761 % 2**32) % settings.held_out == 0).to(device)
    held_out, learned = torch.nonzero(held).flatten(), torch.nonzero(~held).flatten()
    if len(learned) == 0 or len(held_out) == 0:
        raise SystemExit("too few games to hold some out: play more with `schwarm datagen`")
    net = Net(inputs.rows_of_net, settings.width, inputs.buckets, inputs.families)
    if begin:
        begin.fill(net)
    net.to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
    steps = max(1, round(settings.passes * len(learned) / settings.batch))
    each = max(1, steps // max(1, round(settings.passes)))
    news = csv.writer(log.open("w", newline="")) if log else None
    if news:
        news.writerow(["step", "positions", "rate", "loss", "held_out_loss"])
    print(f"{len(learned):,} positions, {len(held_out):,} held out, {steps:,} steps of {settings.batch:,} on {device}")
    begun, sum_of_losses, told, queue = time.time(), torch.zeros((), device=device), 0, learned[:0]
    for step in range(1, steps + 1):
        turn = (step - 1) / steps
        rate = settings.last_rate + (settings.rate - settings.last_rate) * (1 + math.cos(math.pi * turn)) / 2
        for group in optimizer.param_groups:
            group["lr"] = rate
        if len(queue) < settings.batch:
            queue = torch.cat([queue, learned[torch.randperm(len(learned), device=device)]])
        indices, queue = queue[: settings.batch], queue[settings.batch :]
        loss = loss_of(net, inputs, indices, settings, True)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        net.clip(settings.heaviest)
        sum_of_losses += loss.detach()
        if step % each == 0 or step == steps:
            with torch.no_grad():
                parts = held_out.split(settings.batch)
                lost = sum(float(loss_of(net, inputs, part, settings, False)) * len(part) for part in parts)
            mean, sum_of_losses, told = float(sum_of_losses) / (step - told), torch.zeros((), device=device), step
            row = [step, step * settings.batch, f"{rate:.2e}", f"{mean:.6f}", f"{lost / len(held_out):.6f}"]
            print("  step {:>6}, {:>11,} positions, rate {}, loss {}, held out {}".format(*row), flush=True)
            if news:
                news.writerow(row)
    print(f"{time.time() - begun:.0f} s")
    return net


def loss_of(net: Net, inputs: Inputs, indices: torch.Tensor, settings: Settings, symmetric: bool) -> torch.Tensor:
    found = torch.sigmoid(net(*inputs.batch(indices, symmetric), inputs.buckets_of[indices]))
    return (found - inputs.targets(indices, settings.result_share)).abs().pow(settings.exponent).mean()


@dataclass
class Whole:
    """A network in whole numbers."""

    first: np.ndarray
    first_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray

    @staticmethod
    def of(net: Net) -> "Whole":
        def whole(values: torch.Tensor, one: int, most: int) -> np.ndarray:
            found = np.rint(values.detach().cpu().double().numpy() * one)
            return np.clip(found, -most, most).astype(np.int64)

        return Whole(
            whole(net.rows(), ACTIVATION_ONE, 32767),
            whole(net.first_bias, ACTIVATION_ONE, 32767),
            whole(net.second, OUTPUT_ONE, 127),
            whole(net.second_bias, ACTIVATION_ONE * OUTPUT_ONE, 2**31 - 1),
        )

    @staticmethod
    def read(path: Path, header: dict, width: int) -> "Whole":
        """A network that was written before, to go on from it."""
        data = path.read_bytes()
        inputs = header["inputs"].encode()
        begin = MAGIC + struct.pack("<H", len(inputs)) + inputs
        if not data.startswith(begin) or struct.unpack("<Q", data[-8:])[0] != fnv1a(data[:-8]):
            raise SystemExit(f"{path} is no network with the inputs {header['inputs']}, or it is damaged")
        rows, found, buckets, _ = struct.unpack_from("<IIII", data, len(begin))
        wanted = (header["rows"], width, header["buckets"])
        if (rows, buckets) != (header["rows"], header["buckets"]) or found > width:
            raise SystemExit(
                f"{path} has (rows, width, buckets) {(rows, found, buckets)}, wanted are {wanted} or a narrower one"
            )
        place = len(begin) + 16 + 32
        parts = []
        for kind, shape in (("<i2", (found,)), ("<i2", (rows, found)), ("<i4", (buckets,)), ("<i2", (buckets, 2 * found))):
            part = np.frombuffer(data, kind, math.prod(shape), place).reshape(shape)
            place += part.nbytes
            parts.append(part.astype(np.int64))
        first_bias, first, second_bias, second = parts
        return Whole(first, first_bias, second, second_bias)

    def fill(self, net: Net) -> None:
        """Puts these numbers into a network; what families have in common is in their rows already.

        A wider network judges the same at first: what it has beyond these numbers counts for nothing yet.
        """
        found, width = self.first.shape[1], net.first.shape[1]
        own, other = self.second[:, :found], self.second[:, found:]
        with torch.no_grad():
            net.second.zero_()
            for place, values, one in (
                (net.first[:, :found], self.first, ACTIVATION_ONE),
                (net.first_bias[:found], self.first_bias, ACTIVATION_ONE),
                (net.second[:, :found], own, OUTPUT_ONE),
                (net.second[:, width : width + found], other, OUTPUT_ONE),
                (net.second_bias, self.second_bias, ACTIVATION_ONE * OUTPUT_ONE),
            ):
                place.copy_(torch.from_numpy(values / one))

    def output(self, rows: np.ndarray, other: np.ndarray, bucket: int, scale: int) -> int:
        """What the program reckons, step by step."""
        sums = np.concatenate([self.first[view].sum(0) + self.first_bias for view in (rows, other)])
        if np.abs(sums).max() > 32767:
            raise SystemExit("a sum does not fit sixteen bits: train with a lower heaviest")
        total = int((np.clip(sums, 0, ACTIVATION_ONE) ** 2 * self.second[bucket]).sum())
        # Division drops what is behind the point, as the program's does.
        output = int(total / ACTIVATION_ONE) + int(self.second_bias[bucket])
        return int(output * scale / (ACTIVATION_ONE * OUTPUT_ONE))

    def write(self, path: Path, header: dict, config: bytes) -> None:
        inputs = header["inputs"].encode()
        rows, width = self.first.shape
        data = MAGIC + struct.pack("<H", len(inputs)) + inputs
        data += struct.pack("<IIII", rows, width, len(self.second_bias), header["scale"])
        data += hashlib.sha256(config).digest()
        data += self.first_bias.astype("<i2").tobytes() + self.first.astype("<i2").tobytes()
        data += self.second_bias.astype("<i4").tobytes() + self.second.astype("<i2").tobytes()
        path.write_bytes(data + struct.pack("<Q", fnv1a(data)))


def fnv1a(data: bytes) -> int:
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path, help="a configuration (TOML) with a table named train")
    parser.add_argument("--inputs", type=Path, required=True, help="the folder `schwarm net inputs` wrote")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where the network goes")
    parser.add_argument("--from", dest="begin", type=Path, help="a network to go on from: of the same shape, or narrower")
    parser.add_argument("--log", type=Path, help="where the losses go, as CSV")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="what trains: cpu or cuda")
    parser.add_argument("--vector", type=int, default=20, help="positions whose integers are printed")
    args = parser.parse_args()
    settings = Settings.read(args.config)
    torch.backends.cuda.matmul.allow_tf32 = True
    inputs = Inputs(args.inputs, torch.device(args.device))
    begin = Whole.read(args.begin, inputs.header, settings.width) if args.begin else None
    whole = Whole.of(train(inputs, settings, args.log, begin))
    whole.write(args.output, inputs.header, args.config.read_bytes())
    print(f"{args.output} is written; the first positions of {args.inputs} give")
    for index in range(min(args.vector, inputs.header["positions"])):
        rows, _, other = inputs.batch(torch.tensor([index], device=inputs.device), False)
        found = whole.output(rows.cpu().numpy(), other.cpu().numpy(), int(inputs.buckets_of[index]), inputs.scale)
        print(found)


if __name__ == "__main__":
    sys.exit(main())
