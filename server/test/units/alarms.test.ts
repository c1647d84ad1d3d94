import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@laurel/sdk'
import { alarmCountText, alarmText } from '../../../dashboard/src/alarms/alarm-text.ts'
import { ALARM_KINDS } from '../../src/feed/alarms/alarm.ts'
import { apiNamesIn } from '../support/api-names.ts'

const alarm = (changes: Partial<Alarm> & Pick<Alarm, 'kind'>): Alarm => ({
  key: `${changes.kind} 1`,
  message: '',
  since: null,
  webhookId: null,
  ruleId: null,
  importId: null,
  name: null,
  waiting: null,
  left: null,
  refused: null,
  ...changes,
})

const since = '2025-11-17T17:18:00.000Z'

test('every alarm is a sentence for people', () => {
  const sentences: Record<Alarm['kind'], [Partial<Alarm>, string]> = {
    webhook_failing: [
      { name: 'Order system', since, waiting: 1812 },
      'Order system has received nothing since 17 Nov 2025, 17:18 – 1,812 events wait',
    ],
    webhook_off: [
      { name: 'Order system', since, waiting: 1 },
      'Order system was switched off on 17 Nov 2025, 17:18 – 1 event waits',
    ],
    budget_low: [{ name: 'welcome', left: '1250.5' }, 'welcome has only 1,250.5 coins left in its budget'],
    budget_gone: [{ name: 'welcome', left: '0' }, 'welcome has used up its budget'],
    rule_full: [{ name: 'welcome' }, 'welcome is full: all its places are taken'],
    import_refused: [
      { since, refused: 3 },
      'The import of 17 Nov 2025, 17:18 refused 3 lines; see why, and import them again',
    ],
    ledger_drift: [
      { since },
      'The audit of 17 Nov 2025, 17:18 found amounts that do not add up; ask the operator of the service',
    ],
  }
  for (const kind of ALARM_KINDS) {
    const [changes, sentence] = sentences[kind]
    const { subject, text } = alarmText(alarm({ kind, ...changes }))
    assert.equal(`${subject} ${text}`, sentence)
    assert.deepEqual(apiNamesIn(text), [])
  }
})

test('alarms are counted in words', () => {
  assert.deepEqual([0, 1, 1812].map(alarmCountText), ['No alarms', '1 alarm', '1,812 alarms'])
})
