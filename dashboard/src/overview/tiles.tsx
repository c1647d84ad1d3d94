import type { Overview } from '@laurel/sdk'
import { Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { coinText, counted, countText } from '../format/coins.ts'
import type { Period } from './period.ts'

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus }

/** The totals of the period, compared with the previous period. */
export function Tiles({ overview, days }: { overview: Overview; days: Period }) {
  const { totals, previous, members, coinsInWallets, walletsWithCoins, participantsEver } = overview
  const since = (of: 'issued' | 'returned' | 'paid') =>
    changeSince(Number(previous[of]), Number(totals[of]), days)
  const reversed = totals.reversed === '0' ? '' : ` · ${coinText(totals.reversed)} reversed`
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 3 }} spacing={{ base: 'sm', sm: 'md' }} m={0}>
      <Tile name="Coins issued" value={coinText(totals.issued)} change={since('issued')} more={reversed} />
      <Tile name="Coins spent" value={coinText(totals.returned)} change={since('returned')} />
      <Tile name="Awards paid" value={countText(totals.paid)} change={since('paid')} />
      <Tile
        name="Participants"
        value={countText(totals.participants)}
        more={`${countText(totals.newParticipants)} new · ${countText(participantsEver)} ever`}
      />
      <Tile
        name="Members now"
        value={countText(members)}
        more={`${countText(totals.joined)} joined · ${countText(totals.left)} left`}
      />
      <Tile
        name="Coins in wallets now"
        value={coinText(coinsInWallets)}
        more={`held by ${counted(walletsWithCoins, 'user')}`}
      />
    </SimpleGrid>
  )
}

function Tile({
  name,
  value,
  change,
  more,
}: {
  name: string
  value: string
  change?: Change
  more?: ReactNode
}) {
  const Arrow = change && ARROWS[change.direction]
  return (
    <Paper className="card" p={{ base: 'sm', sm: 'md' }}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={650} fz={{ base: 22, sm: 28 }} lh={1.3} className="figure">
        {value}
      </Text>
      <Group component="dd" m={0} gap={4} wrap="nowrap" align="flex-start">
        {Arrow && <Arrow size={16} stroke={2} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />}
        <Text size="xs" c="dimmed" lh={1.6}>
          {change?.text}
          {more}
        </Text>
      </Group>
    </Paper>
  )
}

type Change = { direction: 'up' | 'down' | 'same'; text: string }

/** Compares an amount with the previous period. */
function changeSince(before: number, now: number, days: number): Change {
  const period = `the previous ${days} days`
  if (before === 0 && now === 0) return { direction: 'same', text: `None in ${period} either` }
  if (before === 0) return { direction: 'up', text: `None in ${period}` }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: `As in ${period}` }
  return percent > 0
    ? { direction: 'up', text: `+${countText(percent)}% compared with ${period}` }
    : { direction: 'down', text: `−${countText(-percent)}% compared with ${period}` }
}
