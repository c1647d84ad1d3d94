import { Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Moment } from '../components/timestamp.tsx'
import { coinText, countText, ordinal } from '../format/coins.ts'
import { type Member, positionQuery } from '../members/queries.ts'

/** What a user holds, and where that puts them. */
export function UserStanding({ member }: { member: Member }) {
  const { data: board } = useQuery(positionQuery(member.userId))
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="md">
      <Tile name="Wallet">{coinText(member.wallet.coins)}</Tile>
      <Tile name="Points" about="Earned ever, less what was taken back">
        {coinText(member.wallet.points)}
      </Tile>
      <Tile name="Points board" about={board && `of ${countText(board.of)}`}>
        {board?.position ? ordinal(board.position) : '–'}
      </Tile>
      <Tile name="Joined" isSmall>
        <Moment at={member.createdAt} dayOnly />
      </Tile>
    </SimpleGrid>
  )
}

function Tile({
  name,
  about,
  isSmall = false,
  children,
}: {
  name: string
  about?: string
  isSmall?: boolean
  children: ReactNode
}) {
  return (
    <Paper className="card" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size={isSmall ? 'md' : 'xl'} fw={600} lh={1.4} className="figure">
        {children}
      </Text>
      {about && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {about}
        </Text>
      )}
    </Paper>
  )
}
