import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { completionScript, SHELLS } from '../../src/operations/cli/completion.ts'
import type { LaurelCommand } from '../../src/operations/cli/laurel-command.ts'
import { buildProgram } from '../../src/operations/cli/program.ts'

const program = buildProgram()
const scripts = Object.fromEntries(SHELLS.map((shell) => [shell, completionScript(program, shell)]))
const folder = await mkdtemp(join(tmpdir(), 'laurel-completion-'))
const fileOf = (shell: string) => join(folder, `laurel.${shell}`)
await Promise.all(SHELLS.map((shell) => writeFile(fileOf(shell), scripts[shell] ?? '')))
after(() => rm(folder, { recursive: true }))

/** Types lines in a terminal, presses Tab after each and prints it between brackets. */
const ZSH_SESSION = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -u -D; show() { print -r -- "[$BUFFER]" }; zle -N show; bindkey "^X" show'
zpty -w shell 'source ${fileOf('zsh')}'
zpty -w shell 'print READY$((1))'
zpty -r shell seen '*READY1*'
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t\\C-x'
  zpty -r shell seen '*\\[*\\]*'
  print -r -- "$seen"
  zpty -w -n shell $'\\C-u'
done
`

const isMissing = (error: Error | undefined) => (error as NodeJS.ErrnoException)?.code === 'ENOENT'

function everyCommand(command: LaurelCommand): LaurelCommand[] {
  return [command, ...(command.commands as LaurelCommand[]).flatMap(everyCommand)]
}

for (const shell of SHELLS) {
  test(`the script for ${shell} names every command and option`, () => {
    for (const command of everyCommand(program)) {
      assert.ok(scripts[shell]?.includes(command.path), command.path)
      for (const { long } of command.options)
        assert.ok(scripts[shell]?.includes(shell === 'fish' ? `-l ${long?.slice(2)}` : `${long}`), `${long}`)
    }
  })

  test(`${shell} can read its script`, (t) => {
    const { error, status, stderr } = spawnSync(shell, ['-n', fileOf(shell)], { encoding: 'utf8' })
    if (isMissing(error)) return t.skip(`${shell} is not installed`)
    assert.deepEqual([status, stderr], [0, ''])
  })
}

test('bash completes commands, their options and the values of an argument', () => {
  const complete = (...words: string[]) => {
    const line = `COMP_WORDS=(laurel ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _laurel; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', `${scripts.bash}\n${line}`], { encoding: 'utf8' }).trim()
  }
  assert.equal(complete('aud'), 'audit')
  assert.equal(complete('rules', 'p'), 'pull plan')
  assert.equal(complete('rules', 'plan', 'rules.yaml', '--e'), '--exit-code')
  assert.equal(complete('activities', ''), 'send list show types --help')
  assert.equal(complete('activities', 'types', '--t'), '--type')
  assert.equal(complete('trigger', 'award.p'), 'award.paid')
  assert.equal(complete('completion', ''), 'bash zsh fish --help')
})

test('fish completes them too, also after options', (t) => {
  const run = (command: string) =>
    spawnSync('fish', ['--no-config', '-c', `source ${fileOf('fish')}; ${command}`], { encoding: 'utf8' })
  if (isMissing(run('').error)) return t.skip('fish is not installed')
  const complete = (line: string) => {
    const { stdout, stderr } = run(`function laurel; end; complete -C '${line}'`)
    assert.equal(stderr, '')
    return stdout.split('\n').flatMap((found) => found.split('\t')[0] || [])
  }
  assert.deepEqual(complete('laurel ru'), ['rules'])
  assert.deepEqual(complete('laurel --profile staging ru'), ['rules'])
  assert.deepEqual(complete('laurel rules '), ['apply', 'backtest', 'plan', 'pull', 'try-condition'])
  assert.deepEqual(complete('laurel rules plan --json --e'), ['--exit-code'])
  assert.deepEqual(complete('laurel trigger award.p'), ['award.paid'])
  assert.deepEqual(complete('laurel rules plan server/schema/01'), ['server/schema/01-database.sql'])
})

test('zsh completes them too', (t) => {
  const cases = [
    ['laurel ru', 'laurel rules '],
    ['laurel --profile staging rules pl', 'laurel --profile staging rules plan '],
    ['laurel rules plan --e', 'laurel rules plan --exit-code '],
    ['laurel trigger award.p', 'laurel trigger award.paid '],
    ['laurel rules plan packa', 'laurel rules plan package'],
  ]
  const lines = cases.map(([line]) => line as string)
  const { error, stdout } = spawnSync('zsh', ['-f', '-c', ZSH_SESSION, 'zsh', ...lines], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (isMissing(error)) return t.skip('zsh is not installed')
  const completed = [...stdout.matchAll(/\[(laurel.*)\]/g)].map(([, line]) => line)
  assert.deepEqual(
    completed,
    cases.map(([, line]) => line),
    stdout,
  )
})

test('every command has a description and an example', () => {
  for (const command of everyCommand(program).filter(({ commands }) => commands.length === 0)) {
    assert.ok(command.description(), command.path)
    assert.ok(
      command.examples.some(([line]) => line.includes(`laurel ${command.path}`)),
      command.path,
    )
  }
})
