import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestCounts, REPORTS_MAX, type RequestCounts } from './request-counts.ts'

const MINUTE = { max: 60, windowMs: 60_000 }
const SECOND = { max: 1_000, windowMs: 1_000 }

/** Processes that share a clock. */
function startProcesses(count: number) {
  const clock = { now: 1_800_000_000_000 }
  const processes = Array.from({ length: count }, () => createRequestCounts(() => clock.now))
  const exchange = () => {
    const reports = processes.map((process) => process.takeReports())
    for (const [sender, reported] of reports.entries())
      for (const [receiver, process] of processes.entries())
        if (receiver !== sender) process.receive(String(sender), reported)
  }
  return { clock, processes: processes as [RequestCounts, ...RequestCounts[]], exchange }
}

/** Sends requests to a process, and returns how many it lets pass. */
function send(process: RequestCounts, requests: number, limit: { max: number; windowMs: number }): number {
  let passed = 0
  for (let request = 0; request < requests; request += 1)
    if (process.add('caller', limit).current <= limit.max) passed += 1
  return passed
}

test('one process counts to the limit, and again in the next window', () => {
  const { clock, processes } = startProcesses(1)
  const [process] = processes
  assert.deepEqual(process.add('caller', MINUTE), { current: 1, ttl: 60_000 })
  clock.now += 59_999
  assert.deepEqual(process.add('caller', MINUTE), { current: 2, ttl: 1 })
  assert.equal(send(process, 100, MINUTE), 58)
  assert.equal(process.add('other', MINUTE).current, 1)
  clock.now += 1
  assert.equal(send(process, 100, MINUTE), 60)
})

test('in a long window, processes together let pass the limit and what comes between two exchanges', () => {
  for (const count of [2, 5]) {
    const { clock, processes, exchange } = startProcesses(count)
    const perExchange = 7
    let passed = 0
    for (let second = 0; second < 59; second += 1) {
      for (const process of processes) passed += send(process, perExchange, MINUTE)
      exchange()
      clock.now += 1_000
    }
    assert(passed >= MINUTE.max && passed <= MINUTE.max + count * perExchange, String(passed))
  }
})

test('a burst between two exchanges passes once for each process, and nothing more until the window ends', () => {
  const { clock, processes, exchange } = startProcesses(3)
  const burst = () => processes.reduce((sum, process) => sum + send(process, 500, MINUTE), 0)
  assert.equal(burst(), 3 * MINUTE.max)
  exchange()
  assert.equal(burst(), 0)
  clock.now += MINUTE.windowMs
  assert.equal(burst(), 3 * MINUTE.max)
})

test('in a window as short as an exchange, processes divide the limit as the requests are divided', () => {
  const { clock, processes, exchange } = startProcesses(2)
  const [busy, quiet] = processes as [RequestCounts, RequestCounts]
  const second = () => {
    const passed = [send(busy, 1_800, SECOND), send(quiet, 200, SECOND)]
    clock.now += 1_000
    exchange()
    return passed
  }
  assert.deepEqual(second(), [1_000, 200], 'not yet known to each other')
  for (let time = 0; time < 3; time += 1) assert.deepEqual(second(), [900, 100])
})

test('requests below the limit all pass, however they are divided', () => {
  const { clock, processes, exchange } = startProcesses(2)
  const [busy, quiet] = processes as [RequestCounts, RequestCounts]
  for (let second = 0; second < 5; second += 1) {
    assert.equal(send(busy, 700, SECOND) + send(quiet, 300, SECOND), 1_000)
    clock.now += 1_000
    exchange()
  }
})

test('a process that hears no more of another counts alone again', () => {
  const { clock, processes, exchange } = startProcesses(2)
  const [one, other] = processes as [RequestCounts, RequestCounts]
  send(other, 1_000, SECOND)
  clock.now += 1_000
  exchange()
  assert.equal(send(one, 1_000, SECOND), 0)
  clock.now += 3_000
  assert.equal(send(one, 1_000, SECOND), 1_000)
})

test('of 100,000 keys only those near their limit are reported, a bounded number at a time, each once', () => {
  const { processes } = startProcesses(1)
  const [process] = processes
  for (let key = 0; key < 100_000; key += 1)
    for (let request = 0; request < (key < 7_000 ? 6 : 1); request += 1) process.add(`key ${key}`, MINUTE)
  const reported = [process.takeReports(), process.takeReports(), process.takeReports()]
  assert.deepEqual(
    reported.map(({ length }) => length),
    [REPORTS_MAX, 2_000, 0],
  )
  assert.equal(new Set(reported.flat().map(({ key }) => key)).size, 7_000)
  process.add('key 3', MINUTE)
  assert.deepEqual(
    process.takeReports().map(({ key, count }) => [key, count]),
    [['key 3', 7]],
  )
})
