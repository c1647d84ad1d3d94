#!/usr/bin/env node

/** Handled by the service itself, which is also what runs without a command. */
const STARTS: (string | undefined)[] = [undefined, 'start', '--version']

const args = process.argv.slice(2)
try {
  if (STARTS.includes(args[0])) await import('./main.ts')
  else {
    const { runProgram } = await import('./operations/cli/program.ts')
    process.exitCode = await runProgram(args, process)
  }
} catch (error) {
  const { explainError } = await import('./storage/database/database-error.ts')
  console.error(explainError(error))
  // A service whose start failed may hold connections.
  process.exit(2)
}
