import { Anchor, Button, Code, FileButton, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../api/sentence.ts'
import { DataTable } from '../components/data-table.tsx'
import { Forbidden } from '../components/empty-state.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Figure, Figures } from '../components/figure.tsx'
import { saveFile } from '../components/save-file.ts'
import { Section } from '../components/section.tsx'
import { Status, type Tone } from '../components/status.tsx'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsTitle, coinText, counted, countText } from '../format/coins.ts'
import { csvOf } from '../format/csv.ts'
import { dayIn, programmeZone } from '../format/time.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { type AwardLine, LINES_MAX, readAwardLines } from './bulk-lines.ts'
import { coinsTogether, keyOfList, type LineOutcome, type ListPlan, planList, runList } from './bulk-run.ts'
import { type Awardable, awardables, PickRule } from './pick-rule.tsx'
import { rulesQuery } from './queries.ts'
import { ruleText } from './rule-text.ts'

export function BulkAwardPage() {
  const mayAward = useMay('awardRules')
  return (
    <Page
      title="Award from a list"
      part="Rules"
      description={
        <Anchor component={Link} to="/rules" size="sm">
          All rules
        </Anchor>
      }
    >
      {mayAward ? <BulkAward /> : <Forbidden title="Your role may not award rules" />}
    </Page>
  )
}

/** The rule of the address, unless another one was chosen. */
function useRule() {
  const { rule: name } = useSearch({ from: '/signed-in/rules/award' })
  const [chosen, choose] = useState<Awardable | null | undefined>(undefined)
  const { data } = useQuery({
    ...rulesQuery({ search: name, status: 'active', limit: 20 }),
    enabled: name !== undefined && chosen === undefined,
  })
  const preset = name === undefined ? null : presetOf(data?.data.flatMap(awardables) ?? [], name)
  return { rule: chosen === undefined ? preset : chosen, choose }
}

/** The rule itself, or the first sub-rule of the combined rule. */
const presetOf = (choices: Awardable[], name: string): Awardable | null =>
  choices.find((each) => each.name === name) ?? choices.find(({ rule }) => rule.name === name) ?? null

function BulkAward() {
  const { rule, choose } = useRule()
  const [text, setText] = useState('')
  const [plan, setPlan] = useState<ListPlan | null>(null)
  const [checks, setChecks] = useState(0)
  const change = (next: string) => {
    setText(next)
    setPlan(null)
  }
  const pick = (next: Awardable | null) => {
    choose(next)
    setPlan(null)
  }
  const showPlan = (next: ListPlan) => {
    setPlan(next)
    setChecks((count) => count + 1)
  }
  return (
    <>
      <Section
        title="1 · The list"
        isFirst
        description={
          <>
            One award per line: the member, {rule?.rule.perUnit ? 'the units, ' : ''}and a reference and a
            note if you like. The member is your own id, an e-mail address or an @tag. A first line may name
            the columns:{' '}
            <Code>{rule?.rule.perUnit ? 'member,units,reference,note' : 'member,reference,note'}</Code>.
          </>
        }
      >
        <Stack maw={720}>
          <PickRule choice={rule} onChoose={pick} />
          {rule && (
            <Text size="sm" c="dimmed">
              {ruleText(rule.rule)[0]}
            </Text>
          )}
          <Textarea
            label="Awards"
            placeholder={
              rule?.rule.perUnit
                ? 'cust-4711, 19.99, ORD-900\nada@mail.example, 5'
                : 'cust-4711, ORD-900\n@ada'
            }
            autosize
            minRows={6}
            maxRows={16}
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Check text={text} rule={rule} onText={change} onPlan={showPlan} />
        </Stack>
      </Section>
      {/* What a list did is forgotten when it is checked again. */}
      {plan && <Checked key={checks} plan={plan} />}
    </>
  )
}

function Check({
  text,
  rule,
  onText,
  onPlan,
}: {
  text: string
  rule: Awardable | null
  onText: (text: string) => void
  onPlan: (plan: ListPlan) => void
}) {
  const [found, setFound] = useState<string | null>(null)
  const lines = rule ? readAwardLines(text, { perUnit: rule.rule.perUnit }) : []
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ name }: Awardable) =>
      planList(lines, {
        ruleName: name,
        report: (done, of) => setFound(`Finding members: ${countText(done)} of ${countText(of)}`),
      }),
    onSuccess: onPlan,
    onSettled: () => setFound(null),
  })
  const isTooLong = lines.length > LINES_MAX
  return (
    <>
      <FormError>{error && sentenceOf(error)}</FormError>
      {isTooLong && <FormError>{`A list has at most ${countText(LINES_MAX)} lines.`}</FormError>}
      <Group>
        <Button
          loading={isPending}
          disabled={!rule || lines.length === 0 || isTooLong}
          onClick={() => rule && mutate(rule)}
        >
          {lines.length > 0 ? `Check ${counted(lines.length, 'line')}` : 'Check'}
        </Button>
        <FileButton
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(file) => void file?.text().then(onText)}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {found ?? 'Nothing is paid yet.'}
        </Text>
      </Group>
    </>
  )
}

/** The key stays the same to the end, also past midnight: what a lost response has paid is not paid again. */
type Run = { key: string; outcomes: Map<number, LineOutcome>; done: number }

/** What the list would do, the button that does it, and what it did. */
function Checked({ plan }: { plan: ListPlan }) {
  const refresh = useRefreshCoins()
  const [run, setRun] = useState<Run | null>(null)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const key = run?.key ?? (await keyOfList(plan, dayIn(programmeZone())))
      const from = run?.done ?? 0
      setRun((now) => now ?? { key, outcomes: new Map(), done: 0 })
      await runList(plan, {
        key,
        from,
        onPart: (outcomes, done) =>
          setRun((now) => ({ key, outcomes: new Map([...(now?.outcomes ?? []), ...outcomes]), done })),
      })
    },
    onSettled: () => void refresh(),
  })
  const total = plan.sound.length
  const isDone = run !== null && run.done === total && !isPending
  // Lines that were wrong from the start were never sent.
  const outcomes = new Map([...plan.outcomes, ...(run?.outcomes ?? [])])
  const payable = [...plan.outcomes.values()].filter(
    ({ outcome }) => outcome === 'paid' || outcome === 'counted',
  )
  return (
    <>
      <Section title={isDone ? '3 · Done' : '2 · What it would do'}>
        <Sums outcomes={isDone ? outcomes : plan.outcomes} isDone={isDone} />
        <FormError>{error && sentenceOf(error)}</FormError>
        {run && <RunProgress done={run.done} total={total} isFailed={error !== null} />}
        <Group>
          {!isDone && (
            <Button loading={isPending} disabled={payable.length === 0} onClick={() => mutate()}>
              {run ? 'Go on' : `Award ${counted(total, 'line')}`}
            </Button>
          )}
          {isDone && hasProblems(outcomes) && (
            <Button variant="default" onClick={() => saveProblems(plan.lines, outcomes)}>
              Download the lines that were not paid
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {payable.length === 0
              ? 'No line of the list would be paid or counted.'
              : isDone
                ? 'The members and the rule show the awards now.'
                : 'Refused lines are kept in the history. The same list pays once a day, also when it is sent twice.'}
          </Text>
        </Group>
      </Section>
      <Lines lines={plan.lines} outcomes={outcomes} />
    </>
  )
}

function Sums({ outcomes, isDone }: { outcomes: ReadonlyMap<number, LineOutcome>; isDone: boolean }) {
  const all = [...outcomes.values()]
  const countOf = (outcome: LineOutcome['outcome']) => all.filter((each) => each.outcome === outcome).length
  return (
    <Figures>
      <Figure
        label={isDone ? `${coinsTitle()} paid` : `${coinsTitle()} it would pay`}
        value={coinText(coinsTogether(all))}
        tone="brass"
      />
      <Figure label={isDone ? 'Paid' : 'Would be paid'} value={countText(countOf('paid'))} />
      {countOf('counted') > 0 && (
        <Figure label={isDone ? 'Counted' : 'Would be counted'} value={countText(countOf('counted'))} />
      )}
      <Figure
        label={isDone ? 'Refused' : 'Would be refused'}
        value={countText(countOf('refused'))}
        tone={countOf('refused') > 0 ? 'clay' : 'ink'}
      />
      <Figure
        label="Lines with a mistake"
        value={countText(countOf('wrong'))}
        tone={countOf('wrong') > 0 ? 'clay' : 'ink'}
      />
    </Figures>
  )
}

function RunProgress({ done, total, isFailed }: { done: number; total: number; isFailed: boolean }) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  return (
    <Stack gap={4} maw={480}>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent}
          color={isFailed ? 'red' : undefined}
          aria-label="Progress"
          aria-valuetext={`${percent} %`}
        />
      </Progress.Root>
      <Text size="sm" role="status">
        {countText(done)} of {countText(total)} sent
      </Text>
    </Stack>
  )
}

const isProblem = (outcome: LineOutcome | undefined): boolean =>
  outcome?.outcome === 'refused' || outcome?.outcome === 'wrong'

const hasProblems = (outcomes: ReadonlyMap<number, LineOutcome>): boolean =>
  [...outcomes.values()].some(isProblem)

const TONES: Record<LineOutcome['outcome'], { tone: Tone; word: string }> = {
  paid: { tone: 'good', word: 'Paid' },
  counted: { tone: 'waiting', word: 'Counted' },
  refused: { tone: 'bad', word: 'Refused' },
  wrong: { tone: 'attention', word: 'Mistake' },
}

const LINES_SHOWN = 100

/** The lines, those with a problem first. */
function Lines({
  lines,
  outcomes,
}: {
  lines: readonly AwardLine[]
  outcomes: ReadonlyMap<number, LineOutcome>
}) {
  const ordered = [
    ...lines.filter(({ line }) => isProblem(outcomes.get(line))),
    ...lines.filter(({ line }) => !isProblem(outcomes.get(line))),
  ]
  return (
    <Section title="Lines">
      <DataTable
        label="Lines"
        rows={ordered.slice(0, LINES_SHOWN)}
        keyOf={({ line }) => line}
        columns={[
          { name: 'Line', cell: ({ line }) => line, width: 56, phone: 'aside' },
          { name: 'Member', cell: ({ member }) => <bdi>{nameOf(member)}</bdi>, width: '24%', phone: 'title' },
          { name: 'Units', cell: ({ units }) => units ?? '', isAmount: true, width: '10%' },
          { name: 'Reference', cell: ({ reference }) => reference ?? '', width: '16%' },
          {
            name: 'Outcome',
            cell: ({ line }) => {
              const outcome = outcomes.get(line)
              return (
                outcome && <Status tone={TONES[outcome.outcome].tone}>{TONES[outcome.outcome].word}</Status>
              )
            },
            width: '12%',
            phone: 'value',
          },
          {
            name: 'Why',
            cell: ({ line }) => outcomes.get(line)?.text,
            isLong: true,
            phone: 'more',
          },
        ]}
      />
      {ordered.length > LINES_SHOWN && (
        <Text size="sm" c="dimmed">
          and {counted(ordered.length - LINES_SHOWN, 'more line')}
        </Text>
      )}
    </Section>
  )
}

const nameOf = ({ kind, value }: AwardLine['member']): string => (kind === 'tag' ? `@${value}` : value)

function saveProblems(lines: readonly AwardLine[], outcomes: ReadonlyMap<number, LineOutcome>): void {
  const rows = lines
    .filter(({ line }) => isProblem(outcomes.get(line)))
    .map(({ line, member, units, reference, note }) => [
      String(line),
      nameOf(member),
      units ?? '',
      reference ?? '',
      note ?? '',
      outcomes.get(line)?.text ?? '',
    ])
  saveFile(csvOf([['line', 'member', 'units', 'reference', 'note', 'problem'], ...rows]), 'not-paid.csv')
}
