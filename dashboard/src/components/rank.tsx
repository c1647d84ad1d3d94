import './rank.css'
import { countText } from '../format/coins.ts'
import { Wreath } from './icons.tsx'

const MEDALS = ['gold', 'silver', 'bronze'] as const

/** A place on a board; the first three have a laurel. */
export function Rank({ position }: { position: number }) {
  const medal = MEDALS[position - 1]
  return (
    <span className="rank" data-medal={medal}>
      {medal && <Wreath size={18} />}
      <span className="display">{countText(position)}</span>
    </span>
  )
}
