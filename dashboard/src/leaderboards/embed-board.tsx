import {
  Anchor,
  Checkbox,
  ColorInput,
  Grid,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { CopyableBlock } from '../components/copyable.tsx'
import { coinsTitle } from '../format/coins.ts'
import { monthText, thisMonth } from '../format/time.ts'
import { type EmbedChoice, ENTRIES_MAX, embedAddress, frameHeight, frameMarkup } from './embed-markup.ts'

const FIRST_CHOICE: EmbedChoice = {
  board: 'points',
  period: 'all',
  month: null,
  entries: 10,
  theme: 'auto',
  isTransparent: false,
  accent: '',
  me: '',
  growsByItself: true,
}

/** The markup that embeds a board into a page, with its options and a preview. */
export function EmbedBoard({ partnerId, partnerName }: { partnerId: string; partnerName: string }) {
  const [choice, setChoice] = useState(FIRST_CHOICE)
  const [settled] = useDebouncedValue(choice, 300)
  const title = `Leaderboard of ${partnerName}`
  const address = embedAddress(partnerId, settled)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <EmbedOptions choice={choice} change={(part) => setChoice({ ...choice, ...part })} />
          <CopyableBlock text={frameMarkup(partnerId, choice, title)} what="the code for your page" />
          <Text size="sm">
            <Anchor href={address} target="_blank">
              Open the board on its own
            </Anchor>
          </Text>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Preview key={address} address={address} title={`Preview: ${title}`} choice={settled} />
      </Grid.Col>
    </Grid>
  )
}

function EmbedOptions({
  choice,
  change,
}: {
  choice: EmbedChoice
  change: (part: Partial<EmbedChoice>) => void
}) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Board"
          allowDeselect={false}
          value={choice.board}
          onChange={(board) => board && change({ board })}
          data={[
            { value: 'points', label: 'Points' },
            { value: 'earner', label: `${coinsTitle()} earned` },
            { value: 'spender', label: `${coinsTitle()} spent` },
          ]}
        />
        <NumberInput
          label="Entries"
          min={1}
          max={ENTRIES_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          value={choice.entries}
          onChange={(entries) => typeof entries === 'number' && entries >= 1 && change({ entries })}
        />
        {choice.board !== 'points' && (
          <Select
            label="Time"
            allowDeselect={false}
            value={choice.period}
            onChange={(period) => period && change({ period, month: choice.month ?? `${thisMonth()}-01` })}
            data={[
              { value: 'all', label: 'All time' },
              { value: 'current', label: 'The current month' },
              { value: 'month', label: 'One month' },
            ]}
          />
        )}
        {choice.board !== 'points' && choice.period === 'month' && (
          <MonthPickerInput
            label="Month"
            aria-label={`Month: ${choice.month ? monthText(choice.month) : ''}`}
            valueFormat="MMMM YYYY"
            maxDate={`${thisMonth()}-01`}
            value={choice.month}
            onChange={(month) => month && change({ month })}
          />
        )}
        <ColorInput
          label="Accent"
          placeholder="Your brand’s colour"
          format="hex"
          withEyeDropper={false}
          value={choice.accent}
          onChange={(accent) => change({ accent })}
        />
        <TextInput
          label="Highlight a member"
          placeholder="Tag of the visitor"
          maxLength={100}
          value={choice.me}
          onChange={({ currentTarget }) => change({ me: currentTarget.value })}
        />
      </SimpleGrid>
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
      <Stack gap="xs">
        <Checkbox
          label="Transparent background"
          checked={choice.isTransparent}
          onChange={({ currentTarget }) => change({ isTransparent: currentTarget.checked })}
        />
        <Checkbox
          label="Height follows the board"
          description="A small script on your page sets it."
          checked={choice.growsByItself}
          onChange={({ currentTarget }) => change({ growsByItself: currentTarget.checked })}
        />
      </Stack>
    </>
  )
}

/** What a site may have behind a transparent board. */
const GROUNDS = { auto: undefined, light: '#ffffff', dark: '#12140f' }

/** The frame as a site shows it. */
function Preview({ address, title, choice }: { address: string; title: string; choice: EmbedChoice }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(frameHeight(choice))
  useWindowEvent('message', ({ source, data }: MessageEvent<{ laurelHeight?: unknown } | null>) => {
    if (source === frame.current?.contentWindow && typeof data?.laurelHeight === 'number')
      setHeight(data.laurelHeight)
  })
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      width="100%"
      height={height}
      style={{
        border: '1px solid var(--line)',
        borderRadius: 'var(--radius)',
        boxSizing: 'content-box',
        maxWidth: 'calc(100% - 2px)',
        ...(choice.isTransparent && { colorScheme: 'light', background: GROUNDS[choice.theme] }),
      }}
    />
  )
}
