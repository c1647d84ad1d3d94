import { Anchor, Code, Drawer, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchExample, goExample, phpExample, pythonExample, sdkExample } from '../api/code-examples.ts'
import { awardRequest, tokenRequest } from '../api/curl-examples.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { useSession } from '../session/session.ts'
import type { RuleDraft } from './rule-text.ts'

type CodedRule = Pick<RuleDraft, 'type' | 'rules' | 'perUnit'> & { name: string }

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

/** How a developer awards the rule: with a shell, with any program, or with our package. */
export function UseInCode({ rule, isOpen, close }: { rule: CodedRule; isOpen: boolean; close: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={close} position="right" size="lg" title="Use in code">
      <CodeExamples rule={rule} />
    </Drawer>
  )
}

export function CodeExamples({ rule }: { rule: CodedRule }) {
  const { partner } = useSession()
  const [language, setLanguage] = useState<Language>('curl')
  const [choice, setChoice] = useState('')
  const names = namesToAward(rule)
  const ruleName = names.includes(choice) ? choice : (names[0] ?? '')
  const award = { origin: location.origin, ruleName, perUnit: rule.perUnit, clientId: partner.clientId }
  return (
    <Stack gap="sm">
      <Text size="sm">Send this when a member meets the condition. A retry with the same key pays once.</Text>
      {names.length > 1 && (
        <NativeSelect
          label="Sub-rule"
          description="Award a combined rule by its sub-rules"
          data={names}
          value={ruleName}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label="Language"
        data={LANGUAGES}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      {language === 'curl' ? (
        <CopyableBlock
          text={awardRequest({ ruleName, perUnit: rule.perUnit })}
          what="the request that awards it"
        />
      ) : (
        <CopyableBlock text={PROGRAMS[language](award)} what="the program that awards it" />
      )}
      <Text size="sm" c="dimmed">
        <Code>USER_ID</Code> is the id of a member, <Code>ORDER_ID</Code> a value that is unique to each award
        {rule.perUnit && (
          <>
            , <Code>UNITS</Code> how much it pays for
          </>
        )}
        .{' '}
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
    </Stack>
  )
}

function namesToAward({ type, name, rules }: CodedRule): string[] {
  if (type !== 'combined') return [name.trim() || 'RULE_NAME']
  const names = rules.map((sub) => sub.name.trim()).filter((each) => each !== '')
  return names.length > 0 ? names : ['SUB_RULE_NAME']
}
