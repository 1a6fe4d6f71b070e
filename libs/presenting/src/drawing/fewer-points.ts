type Place = readonly [x: number, y: number];

/**
 * The points of a line that change what is seen of it: where several fall on one pixel, the first, the lowest, the highest and the
 * last of them, so that the line has at most four points for each pixel and no peak is lost (the M4 of Jugel et al., 2014).
 * @param places from left to right
 */
export function fewerPoints(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (let begin = 0; begin < places.length;) {
    const pixel = Math.round(places[begin]![0]);
    let [lowest, highest, last] = [begin, begin, begin];
    while (last + 1 < places.length && Math.round(places[last + 1]![0]) === pixel) {
      last += 1;
      if (places[last]![1] < places[lowest]![1]) lowest = last;
      if (places[last]![1] > places[highest]![1]) highest = last;
    }
    const indexes = [...new Set([begin, lowest, highest, last])].sort((a, b) => a - b);
    kept.push(...indexes.map((index) => places[index]!));
    begin = last + 1;
  }
  return kept;
}
