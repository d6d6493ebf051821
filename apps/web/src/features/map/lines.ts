export interface Point {
  x: number
  y: number
}

export interface Rectangle extends Point {
  width: number
  height: number
}

/** How many pieces a bent line is drawn in, and how exactly its ends are found. */
const PIECES = 24
const EXACTLY = 400
const SHARES = Array.from({ length: EXACTLY + 1 }, (_, step) => step / EXACTLY)
/** How far a line bends aside, by its length: there and back are two lines. */
const BEND = 0.12
/** How far below a line the one that leads back is. */
const BACK_ASIDE = 10
/** Where on its line a number may stand, the best place first. */
const LABEL_PLACES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]
const LABEL_HEIGHT = 18
const DIGIT_WIDTH = 8

/** Returns a bent line between two boxes, from edge to edge. */
export function bentLine(from: Rectangle, to: Rectangle): readonly Point[] {
  const [start, end] = [middleOf(from), middleOf(to)]
  const bend = {
    x: (start.x + end.x) / 2 - (end.y - start.y) * BEND,
    y: (start.y + end.y) / 2 + (end.x - start.x) * BEND,
  }
  const at = (share: number) => ({
    x: (1 - share) ** 2 * start.x + 2 * (1 - share) * share * bend.x + share ** 2 * end.x,
    y: (1 - share) ** 2 * start.y + 2 * (1 - share) * share * bend.y + share ** 2 * end.y,
  })
  const isOutside = (share: number) => !isWithin(at(share), from) && !isWithin(at(share), to)
  const first = SHARES.find(isOutside) ?? 0
  const last = SHARES.findLast(isOutside) ?? first
  return Array.from({ length: PIECES + 1 }, (_, piece) => at(first + ((last - first) * piece) / PIECES))
}

/**
 * Returns a line that leads from column to column: level past the boxes of a column, in a curve between two.
 * @param stops the middles of both boxes, and where the line passes the columns between them
 */
export function columnLine(stops: readonly Point[], width: number): readonly Point[] {
  const isBack = (stops.at(-1)?.x ?? 0) < (stops[0]?.x ?? 0)
  const side = (isBack ? -width : width) / 2
  // There and back are two lines.
  const level = ({ y }: Point) => y + (isBack ? BACK_ASIDE : 0)
  return stops.slice(1).flatMap((stop, place) => {
    const before = stops[place] ?? stop
    return levelCurve({ x: before.x + side, y: level(before) }, { x: stop.x - side, y: level(stop) })
  })
}

/** Returns a curve that leaves one point and reaches the other level. */
function levelCurve(from: Point, to: Point): readonly Point[] {
  return Array.from({ length: PIECES + 1 }, (_, piece) => {
    const share = piece / PIECES
    const turn = share ** 2 * (3 - 2 * share)
    const along = 1.5 * share * (1 - share) ** 2 + 1.5 * share ** 2 * (1 - share) + share ** 3
    return { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * turn }
  })
}

const middleOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 })

const isWithin = ({ x, y }: Point, box: Rectangle) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

/** Returns a line in the words of SVG. */
export function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

const round = (number: number) => Math.round(number * 10) / 10

/**
 * Finds a place for the label of each line, on the line and over neither a box nor another label. Where there is none, the
 * label is left out.
 */
export function placeLabels(
  lines: readonly { points: readonly Point[]; text: string }[],
  boxes: readonly Rectangle[],
): readonly (Rectangle | null)[] {
  const taken = [...boxes]
  return lines.map(({ points, text }) => {
    const width = text.length * DIGIT_WIDTH + 10
    const place = LABEL_PLACES.map((share) => points[Math.round(share * (points.length - 1))])
      .map((point) => point && around(point, width))
      .find((label) => label && !taken.some((other) => overlaps(label, other)))
    if (place) taken.push(place)
    return place ?? null
  })
}

const around = ({ x, y }: Point, width: number): Rectangle => ({
  ...{ x: x - width / 2, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT },
})

/** Whether two boxes have a part in common. */
export function overlaps(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
