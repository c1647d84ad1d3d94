type Size = { size?: number }

const LEAF = 'M0 0Q-1.9 -2 0 -4.7Q1.9 -2 0 0Z'
/** Where leaves grow on a branch, in degrees from its root. */
const LEAVES = [22, 50, 78, 106, 134]
const RADIUS = 5.4

/** One branch, from the bottom up its side. */
function Branch() {
  return (
    <g>
      <path d="M7.2 14.1A6 6 0 0 1 3.4 4.6" fill="none" stroke="currentColor" strokeWidth={0.7} />
      {LEAVES.map((angle) => {
        const turn = (angle * Math.PI) / 180
        const [x, y] = [8 - RADIUS * Math.sin(turn), 8.4 + RADIUS * Math.cos(turn)]
        return (
          <g key={angle} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
            <path d={LEAF} transform={`rotate(${angle - 122})`} />
            <path d={LEAF} transform={`rotate(${angle - 52}) scale(0.8)`} />
          </g>
        )
      })}
    </g>
  )
}

/** Two branches of laurel, open at the top. */
export function Wreath({ size = 16 }: Size) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden>
      <Branch />
      <g transform="matrix(-1 0 0 1 16 0)">
        <Branch />
      </g>
    </svg>
  )
}

export function CoinIcon({ size = 16 }: Size) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden>
      <circle cx={8} cy={8} r={6.6} strokeWidth={1.2} />
      <path d="M8 12.2C5.4 10.6 5 7.4 8 3.8C11 7.4 10.6 10.6 8 12.2ZM8 12.2V7" strokeWidth={1} />
    </svg>
  )
}
