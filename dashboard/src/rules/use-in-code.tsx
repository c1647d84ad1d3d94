import { Anchor, Code, Drawer, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchExample, goExample, phpExample, pythonExample, sdkExample } from '../api/code-examples.ts'
import { callRequest, tokenRequest } from '../api/curl-examples.ts'
import { activityCall, awardCall, type ExampleCall } from '../api/example-call.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { programmeZone } from '../format/time.ts'
import { useSession } from '../session/session.ts'
import type { RuleDraft } from './rule-text.ts'
import { samplePropertiesOf } from './sample-properties.ts'

type CodedRule = Pick<RuleDraft, 'type' | 'rules' | 'perUnit' | 'activityType' | 'when' | 'unitsFrom'> & {
  name: string
}

/** All but the shell's request get a token themselves. */
const PROGRAMS = {
  fetch: fetchExample,
  SDK: sdkExample,
  Python: pythonExample,
  PHP: phpExample,
  Go: goExample,
}
type Program = keyof typeof PROGRAMS
type Language = 'curl' | Program

const LANGUAGES: Language[] = ['curl', ...(Object.keys(PROGRAMS) as Program[])]

/** How a developer makes the rule pay: with a shell, with any program, or with our package. */
export function UseInCode({ rule, isOpen, close }: { rule: CodedRule; isOpen: boolean; close: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={close} position="right" size="lg" title="Use in code">
      <CodeExamples rule={rule} />
    </Drawer>
  )
}

export function CodeExamples({ rule }: { rule: CodedRule }) {
  const [choice, setChoice] = useState('')
  const calls = callsOf(rule)
  const names = calls.map(({ name }) => name)
  const { call } = calls[Math.max(0, names.indexOf(choice))] as NamedCall
  return (
    <Stack gap="sm">
      {names.length > 1 && (
        <NativeSelect
          label="Sub-rule"
          description="A combined rule is paid when its sub-rules are done"
          data={names}
          value={names.includes(choice) ? choice : names[0]}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
      )}
      {call ? (
        <Examples call={call} />
      ) : (
        <Text size="sm">Laurel records this activity itself. There is nothing to add to your code.</Text>
      )}
    </Stack>
  )
}

function Examples({ call }: { call: ExampleCall }) {
  const { partner } = useSession()
  const [language, setLanguage] = useState<Language>('curl')
  const isAward = call.of === 'award'
  const what = isAward ? 'that awards it' : 'that sends the activity'
  return (
    <>
      <Text size="sm">
        {isAward
          ? 'Send this when a member meets the condition. A retry with the same key pays once.'
          : 'Send this each time it happens. Rules decide what it pays, and a retry with the same key counts once.'}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label="Language"
        data={LANGUAGES}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      {language === 'curl' ? (
        <CopyableBlock text={callRequest(call)} what={`the request ${what}`} />
      ) : (
        <CopyableBlock
          text={PROGRAMS[language]({ origin: location.origin, clientId: partner.clientId, call })}
          what={`the program ${what}`}
        />
      )}
      <Text size="sm" c="dimmed">
        <Code>USER_ID</Code> is the id of a member, <Code>ORDER_ID</Code> a value that is unique to each{' '}
        {isAward ? 'award' : 'activity'}
        {'units' in call.fields && (
          <>
            , <Code>UNITS</Code> how much it pays for
          </>
        )}
        .{'properties' in call.fields && ' The properties are examples of what the rule looks at.'}{' '}
        {language === 'curl' ? (
          'Get a token with a secret from '
        ) : (
          <>
            The environment variable <Code>LAUREL_SECRET</Code> holds a secret from{' '}
          </>
        )}
        <Anchor component={Link} to="/developers" target="_blank" underline="always">
          Developers
        </Anchor>
        {language === 'curl' ? ':' : '.'}
      </Text>
      {language === 'curl' && (
        <CopyableBlock text={tokenRequest(partner.clientId)} what="the request for a token" />
      )}
    </>
  )
}

/** What to call for a rule, or for a sub-rule; null for an activity that the service itself records. */
type NamedCall = { name: string; call: ExampleCall | null }

function callsOf(rule: CodedRule): NamedCall[] {
  if (rule.type !== 'combined') return [callOf(rule, rule.name.trim() || 'RULE_NAME', rule.perUnit)]
  const named = rule.rules.filter((sub) => sub.name.trim() !== '')
  return named.length > 0
    ? named.map((sub) => callOf(sub, sub.name.trim(), false))
    : [callOf({}, 'SUB_RULE_NAME', false)]
}

type Trigger = Pick<RuleDraft, 'activityType' | 'when' | 'unitsFrom'>

function callOf(trigger: Trigger, name: string, perUnit: boolean): NamedCall {
  const { activityType } = trigger
  if (!activityType) return { name, call: awardCall(name, perUnit) }
  if (activityType.startsWith(OWN_TYPES)) return { name, call: null }
  return { name, call: activityCall(activityType, samplePropertiesOf(trigger, programmeZone())) }
}

/** Types of activities that the service alone records begin with this. */
const OWN_TYPES = 'member.'
