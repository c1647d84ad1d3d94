import {
  IconBook2,
  IconCode,
  IconHome,
  IconListCheck,
  IconReportMoney,
  IconSettings,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react'

/** The areas of the menu, in its order. `g` and then the key goes there. */
export const AREAS = [
  { to: '/', label: 'Overview', key: 'o', icon: IconHome },
  { to: '/rules', label: 'Rules', key: 'r', icon: IconListCheck },
  { to: '/members', label: 'Members', key: 'm', icon: IconUsers },
  { to: '/history', label: 'History', key: 'h', icon: IconBook2 },
  { to: '/boards', label: 'Boards', key: 'b', icon: IconTrophy },
  { to: '/finance', label: 'Finance', key: 'f', icon: IconReportMoney },
  { to: '/developers', label: 'Developers', key: 'd', icon: IconCode, isSeparate: true },
  { to: '/settings', label: 'Settings', key: 's', icon: IconSettings },
] as const satisfies Area[]

type Area = { to: string; label: string; key: string; icon: typeof IconHome; isSeparate?: boolean }
