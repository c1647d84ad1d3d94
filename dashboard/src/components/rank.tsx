import './rank.css'
import { countText } from '../format/coins.ts'
import { Wreath } from './icons.tsx'

const MEDALS = ['gold', 'silver', 'bronze'] as const

/** A place on a board; the first three have a laurel, unless they have nothing. */
export function Rank({ position, hasMedal = true }: { position: number; hasMedal?: boolean }) {
  const medal = hasMedal ? MEDALS[position - 1] : undefined
  return (
    <span className="rank" data-medal={medal}>
      {medal && <Wreath size={18} />}
      <span className="display">{countText(position)}</span>
    </span>
  )
}
