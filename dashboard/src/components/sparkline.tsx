const WIDTH = 96
const HEIGHT = 24

type Point = [x: number, y: number]

/** The points of some values in a box, with room for the width of the line. */
function pointsOf(values: readonly number[], width: number, height: number, floor?: number): Point[] {
  const [low, high] = [Math.min(floor ?? values[0] ?? 0, ...values), Math.max(...values)]
  const span = high - low || 1
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, index) => [
    round(values.length > 1 ? index * step : width / 2),
    round(height - 2 - ((value - low) / span) * (height - 4)),
  ])
}

const round = (value: number): number => Math.round(value * 100) / 100

const pathOf = (points: Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** A small line without axes. It is a picture of figures that stand beside it. */
export function Sparkline({ values, width = WIDTH }: { values: readonly number[]; width?: number }) {
  if (values.length === 0) return null
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden className="sparkline">
      <path
        d={pathOf(pointsOf(values, width, HEIGHT, 0))}
        fill="none"
        stroke="var(--brass-fill)"
        strokeWidth={1.5}
      />
    </svg>
  )
}

const AREA_WIDTH = 400

/** A wide small line with its area, as wide as its place. */
export function SmallArea({ values, height = 48 }: { values: readonly number[]; height?: number }) {
  if (values.length < 2) return null
  const points = pointsOf(values, AREA_WIDTH, height)
  const line = pathOf(points)
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${AREA_WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      className="small-area"
    >
      <path d={`${line}L${AREA_WIDTH} ${height}L0 ${height}Z`} fill="var(--brass-fill)" fillOpacity={0.12} />
      <path
        d={line}
        fill="none"
        stroke="var(--brass-fill)"
        strokeWidth={2.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
