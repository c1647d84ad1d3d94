import './first-day.css'
import type { AwardDecision } from '@laurel/sdk'
import { Anchor, Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Wreath } from '../components/icons.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { coinName, coinsText } from '../format/coins.ts'
import {
  FIRST_STEPS,
  type FirstDay as Progress,
  stepsDone,
  useFirstDayQuery,
  useFirstDayStage,
} from '../layout/first-day.ts'
import { UserLink } from '../members/member-link.tsx'
import { memberName } from '../members/member-name.ts'
import { positionQuery } from '../members/queries.ts'
import { valuesOfBlanks } from '../rules/rule-templates.ts'
import { ruleText, titleOf } from '../rules/rule-text.ts'
import { draftOf } from '../rules/rule-values.ts'
import { useMay } from '../session/roles.ts'
import { FirstCoins } from './first-coins.tsx'
import { FirstMember, useFirstMember } from './first-member.tsx'
import { FirstRule, useFirstRule } from './first-rule.tsx'
import { FirstCall, ReceivedCall, WhoAwards } from './make-automatic.tsx'
import { offerOf, PhoneFrame } from './phone-frame.tsx'

/** The steps to the first coins and beyond, instead of empty charts. What is done is read from the data. */
export function FirstDay() {
  const query = useQuery(useFirstDayQuery())
  return (
    <Loaded query={query} loading={<LoadingRows rows={4} height={56} />}>
      {(day) => <Steps day={day} />}
    </Loaded>
  )
}

function Steps({ day }: { day: Progress }) {
  const { rule, member, payment, isShared, call } = day
  const { setStage } = useFirstDayStage()
  const ruleForm = useFirstRule()
  const memberForm = useFirstMember()
  const [isGiven, setGiven] = useState(false)
  const mayCreate = useMay('createRule')
  const mayAdd = useMay('createMember')
  const mayAward = useMay('awardRules')
  const { data: place } = useQuery({
    ...positionQuery(member?.userId ?? ''),
    enabled: member !== undefined && payment !== undefined,
  })
  const isDone = stepsDone(day) === FIRST_STEPS
  // That all is done is shown until the page is left.
  useEffect(() => () => (isDone ? setStage('done') : undefined), [isDone, setStage])
  const draft = ruleForm.template && draftOf(valuesOfBlanks(ruleForm.form.values))
  const offer = rule ? offerOf(titleOf(rule), rule) : draft && offerOf(ruleForm.template?.title ?? '', draft)
  return (
    <div className="first-day" id="first-steps">
      <Section
        title={
          isDone ? 'All steps are done' : payment ? 'Make it automatic' : `Your first ${coinName().many}`
        }
        description={
          payment
            ? `The first ${coinName().many} are given. Now let them come by themselves.`
            : 'Three steps, without code. This page updates itself.'
        }
        isFirst
        actions={
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            onClick={() => setStage(isDone ? 'done' : 'hidden')}
          >
            {isDone ? 'Close' : 'Hide these steps'}
          </Button>
        }
      >
        <ol className="rows first-steps">
          <Step
            number={1}
            title="What do you reward?"
            isOpen
            isAllowed={mayCreate}
            done={
              rule && (
                <>
                  <Anchor
                    inherit
                    underline="always"
                    renderRoot={(props) => (
                      <Link to="/rules/$ruleId" params={{ ruleId: rule.id }} {...props} />
                    )}
                  >
                    {titleOf(rule)}
                  </Anchor>
                  : {ruleText(rule)[0]}
                </>
              )
            }
          >
            <FirstRule rule={ruleForm} />
          </Step>
          <Step
            number={2}
            title="Add yourself as a first member"
            isOpen={rule !== undefined}
            isAllowed={mayAdd}
            done={
              member && (
                <UserLink userId={member.userId} underline="always">
                  <bdi>{memberName(member)}</bdi>
                </UserLink>
              )
            }
          >
            <FirstMember member={memberForm} />
          </Step>
          <Step
            number={3}
            title={`Give the first ${coinName().many}`}
            isOpen={rule !== undefined && member !== undefined}
            isAllowed={mayAward}
            done={payment && <Given payment={payment} isNew={isGiven} />}
          >
            {rule && member && <FirstCoins rule={rule} member={member} onGiven={() => setGiven(true)} />}
          </Step>
          <Step
            number={4}
            title="Decide who awards from now on"
            isOpen={payment !== undefined}
            done={isShared && 'Someone else or a key of yours can do it.'}
          >
            {rule && <WhoAwards rule={rule} />}
          </Step>
          <Step
            number={5}
            title="Have your system make the first call"
            isOpen={payment !== undefined}
            done={call && <ReceivedCall call={call} />}
          >
            {rule && <FirstCall rule={rule} />}
          </Step>
        </ol>
      </Section>
      <PhoneFrame
        offer={offer}
        name={member ? memberName(member) : memberForm.form.values.name.trim() || 'You'}
        coins={member?.wallet.coins ?? '0'}
        points={member?.wallet.points ?? '0'}
        position={place?.position}
      />
    </div>
  )
}

/** A step: what is to do, once its turn has come, or what was done. */
function Step({
  number,
  title,
  isOpen,
  isAllowed = true,
  done,
  children,
}: {
  number: number
  title: string
  isOpen: boolean
  isAllowed?: boolean
  /** What was done; nothing while it is not. */
  done: ReactNode
  children: ReactNode
}) {
  const isDone = Boolean(done)
  const isNow = isOpen && !isDone
  return (
    <li className="row first-step" data-done={isDone || undefined} aria-current={isNow ? 'step' : undefined}>
      <span className="first-mark" aria-hidden>
        {isDone ? <IconCheck size={16} /> : number}
      </span>
      <div className="first-content">
        <h3>
          {title}
          {isDone && <span className="unseen">, done</span>}
        </h3>
        {isDone && (
          <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
            {done}
          </Text>
        )}
        {isNow && (isAllowed ? children : <NotAllowed />)}
      </div>
    </li>
  )
}

const NotAllowed = () => (
  <Text size="sm" c="dimmed">
    Your role does not do this; an owner or manager of your team can.
  </Text>
)

/** The wreath draws itself once, when the coins were just given. */
function Given({ payment, isNew }: { payment: AwardDecision; isNew: boolean }) {
  return (
    <span className="first-given" role="status">
      <span className="first-wreath" data-new={isNew || undefined}>
        <Wreath size={40} />
      </span>
      <span>
        <span className="amount" data-credit>
          {coinsText(payment.coins)}
        </span>{' '}
        · <Time at={payment.createdAt} format="full" />
      </span>
    </span>
  )
}
