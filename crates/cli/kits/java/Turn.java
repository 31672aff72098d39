import java.util.List;

/**
 * What the bot knows when it is to move.
 *
 * @param side who we are: {{sides}}
 * @param position the board as a text, see Thinking.java
 * @param legal all legal moves, as texts; never empty
 * @param number how many moves were played before, by both sides
 * @param seconds how long we may think; infinity: as long as we like
 */
record Turn(String side, String position, List<String> legal, int number, double seconds) {}
