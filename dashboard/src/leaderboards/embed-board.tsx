import { Anchor, Grid, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { CopyableBlock } from '../components/copyable.tsx'
import { monthText } from '../format/time.ts'

/** The markup that embeds a board into a page, with a preview. */
export function EmbedBoard({ partnerId, partnerName }: { partnerId: string; partnerName: string }) {
  const [choice, setChoice] = useState<EmbedChoice>({ board: 'points', month: null, take: 10, theme: 'auto' })
  const [settled] = useDebouncedValue(choice, 300)
  const change = (part: Partial<EmbedChoice>) => setChoice({ ...choice, ...part })
  const title = `Leaderboard of ${partnerName}`
  const address = embedAddress(partnerId, settled)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <Group grow align="flex-end">
            <Select
              label="Board"
              allowDeselect={false}
              value={choice.board}
              onChange={(board) => board && change({ board })}
              data={[
                { value: 'points', label: 'Points' },
                { value: 'earner', label: 'Coins earned' },
                { value: 'spender', label: 'Coins spent' },
              ]}
            />
            <NumberInput
              label="Entries"
              min={1}
              max={ENTRIES_MAX}
              clampBehavior="strict"
              allowDecimal={false}
              value={choice.take}
              onChange={(take) => typeof take === 'number' && take >= 1 && change({ take })}
            />
          </Group>
          {choice.board !== 'points' && (
            <MonthPickerInput
              label="Month"
              aria-label={`Month: ${choice.month ? monthText(choice.month) : 'All time'}`}
              placeholder="All time"
              clearable
              clearButtonProps={{ 'aria-label': 'All time' }}
              valueFormat="MMMM YYYY"
              value={choice.month}
              onChange={(month) => change({ month })}
            />
          )}
          <SegmentedControl
            aria-label="Colours of the board"
            value={choice.theme}
            onChange={(theme) => change({ theme })}
            data={[
              { value: 'auto', label: 'As on the visitor’s device' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <CopyableBlock
            text={frameMarkup(embedAddress(partnerId, choice), title, frameHeight(choice))}
            what="the code for your page"
          />
          <Text size="sm">
            <Anchor href={address} target="_blank">
              Open the board on its own
            </Anchor>
          </Text>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <iframe
          key={address}
          src={address}
          title={`Preview: ${title}`}
          width="100%"
          height={frameHeight(settled)}
          style={{ border: '1px solid var(--line)', borderRadius: 'var(--radius)' }}
        />
      </Grid.Col>
    </Grid>
  )
}

const ENTRIES_MAX = 50

type EmbedChoice = {
  board: 'points' | 'earner' | 'spender'
  /** The first day of the month; null for all time. */
  month: string | null
  take: number
  theme: 'auto' | 'light' | 'dark'
}

/** The address of a published board. */
function embedAddress(partnerId: string, { board, month, take, theme }: EmbedChoice): string {
  const address = new URL(`/embed/${partnerId}`, location.origin)
  address.searchParams.set('board', board)
  address.searchParams.set('take', String(take))
  if (month && board !== 'points') {
    address.searchParams.set('month', String(Number(month.slice(5, 7))))
    address.searchParams.set('year', month.slice(0, 4))
  }
  if (theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}

const HEIGHT_AROUND_ENTRIES = 176
const ENTRY_HEIGHT = 49

/** This many pixels show all entries without scrolling. */
const frameHeight = ({ take }: EmbedChoice): number => HEIGHT_AROUND_ENTRIES + take * ENTRY_HEIGHT

function frameMarkup(address: string, title: string, height: number): string {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe
  src="${attribute(address)}"
  title="${attribute(title)}"
  width="100%" height="${height}" loading="lazy" style="border: 0"
></iframe>`
}
