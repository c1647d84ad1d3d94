import { Anchor, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { awardRequest } from '../api/curl-examples.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { useMay } from '../session/roles.ts'
import { firstStepsQuery } from './queries.ts'

/** The steps to the first award, instead of empty charts. */
export function GetStarted({ isAwarded }: { isAwarded: boolean }) {
  const query = useQuery(firstStepsQuery)
  const mayCreate = useMay('createRule')
  const mayOnboard = useMay('onboardUser')
  return (
    <Section title="Get started" description="Four steps to the first coins. This page updates itself.">
      <Loaded query={query} loading={<LoadingRows rows={4} />}>
        {({ rule, user }) => (
          <Stack component="ol" gap="lg" className="rows">
            <Step isDone={rule !== undefined} title="Create a rule">
              It says how many coins to give, to how many people, and for what.{' '}
              {mayCreate ? (
                <Anchor inherit underline="always" component={Link} to="/rules/new">
                  Create a rule
                </Anchor>
              ) : (
                'An owner or manager can create one.'
              )}
            </Step>
            <Step isDone={user !== undefined} title="Onboard a user">
              Users must join before you can award rules to them.{' '}
              <Anchor inherit underline="always" component={Link} to="/members">
                {mayOnboard ? 'Onboard a user' : 'See how users join'}
              </Anchor>
            </Step>
            <Step isDone={isAwarded} title="Award the rule to the user">
              <Stack gap="xs">
                <Text inherit>
                  From your backend, with an access token from{' '}
                  <Anchor inherit underline="always" component={Link} to="/developers">
                    a client secret
                  </Anchor>
                  :
                </Text>
                <CopyableBlock
                  text={awardRequest({ userId: user?.userId, ruleName: rule?.name })}
                  what="the request that awards a rule"
                />
              </Stack>
            </Step>
            <Step isDone={isAwarded} title="Watch it here">
              The award and its coins appear on this page within two seconds.
            </Step>
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  const Icon = isDone ? IconCheck : IconCircle
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="md">
      <ThemeIcon variant={isDone ? 'filled' : 'light'} radius="xl" size={28}>
        <Icon size={16} aria-hidden />
      </ThemeIcon>
      <Stack gap={2} miw={0} flex={1}>
        <Text fw={600}>
          {title}
          {isDone && (
            <Text span size="sm" c="dimmed" fw={400}>
              {' '}
              · done
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </Stack>
    </Group>
  )
}
