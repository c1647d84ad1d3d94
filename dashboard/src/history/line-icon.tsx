import type { Decision } from '@laurel/sdk'
import {
  IconArrowBackUp,
  IconBan,
  IconCircleDashed,
  IconClockX,
  IconFileImport,
  IconGift,
  IconHourglass,
  IconHourglassOff,
  IconPackageImport,
  IconPlusMinus,
  IconScale,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react'

const ICONS = {
  award: IconGift,
  transfer: IconShoppingBag,
  reversal: IconArrowBackUp,
  refund: IconArrowBackUp,
  adjustment: IconPlusMinus,
  opening: IconFileImport,
  settlement: IconScale,
  hold: IconHourglass,
  extension: IconHourglass,
  capture: IconHourglass,
  release: IconHourglassOff,
  hold_expiry: IconHourglassOff,
  expiry: IconClockX,
  return: IconPackageImport,
  membership: IconUser,
} as const

/** What a line is, or that it was refused. */
export function LineIcon({ line: { kind, outcome } }: { line: Decision }) {
  const Icon = outcome === 'refused' ? IconBan : outcome === 'counted' ? IconCircleDashed : ICONS[kind]
  return (
    <span className="line-icon" data-outcome={outcome}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
