/** A share of all coins, as wide as its bar. */
export function ShareBar({ coins, all }: { coins: string; all: string }) {
  const percent = Number(all) === 0 ? 0 : Math.round((Number(coins) / Number(all)) * 100)
  return (
    <span className="share">
      <span className="share-bar" style={{ width: `${percent}%` }} aria-hidden />
      <span>{percent} %</span>
    </span>
  )
}
