type Point = readonly [x: number, y: number];

/**
 * The points of a line that change what is seen of it: where several fall on one pixel, the first, the lowest, the highest and the
 * last of them, so that the line has at most four points for each pixel and no peak is lost (the M4 of Jugel et al., 2014).
 * @param points from left to right
 */
export function fewerPoints(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (let begin = 0; begin < points.length;) {
    const pixel = Math.round(points[begin]![0]);
    let [lowest, highest, last] = [begin, begin, begin];
    while (last + 1 < points.length && Math.round(points[last + 1]![0]) === pixel) {
      last += 1;
      if (points[last]![1] < points[lowest]![1]) lowest = last;
      if (points[last]![1] > points[highest]![1]) highest = last;
    }
    const indexes = [...new Set([begin, lowest, highest, last])].sort((a, b) => a - b);
    kept.push(...indexes.map((index) => points[index]!));
    begin = last + 1;
  }
  return kept;
}
