import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { RATIOS } from '../../../bench/src/ratios.ts'

const BENCH = fileURLToPath(new URL('../../../bench/src/bench.ts', import.meta.url))

async function runBench(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [BENCH, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}

test('every part of the bench runs, and every ratio is reported', async () => {
  const { code, output } = await runBench('--smoke')
  assert.equal(code, 0, output)
  for (const { name } of Object.values(RATIOS))
    assert.ok(output.includes(`| ${name} |`), `${name}\n${output}`)
})
