type Point = readonly [x: number, y: number];

/**
 * Returns the first, lowest, highest and last point for each pixel, so that all peaks remain (M4, Jugel et al. 2014).
 */
export function fewerPoints(points: readonly Point[]): Point[] {
  const result: Point[] = [];
  for (let begin = 0; begin < points.length;) {
    const pixel = Math.round(points[begin]![0]);
    let [lowest, highest, last] = [begin, begin, begin];
    while (last + 1 < points.length && Math.round(points[last + 1]![0]) === pixel) {
      last += 1;
      if (points[last]![1] < points[lowest]![1]) lowest = last;
      if (points[last]![1] > points[highest]![1]) highest = last;
    }
    const indexes = [...new Set([begin, lowest, highest, last])].sort((a, b) => a - b);
    result.push(...indexes.map((index) => points[index]!));
    begin = last + 1;
  }
  return result;
}
