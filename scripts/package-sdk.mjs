import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, setUp, takeLock } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/sdk')

await setUp()
await takeLock('package-sdk')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await must('tsc', ['-p', 'sdk/tsconfig.package.json'])
const {
  private: _,
  exports: __,
  devDependencies: ___,
  ...described
} = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'))
const manifest = {
  ...described,
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  engines: { node: '>=20.3' },
  files: ['dist'],
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
copyFileSync(join(root, 'sdk/README.md'), join(folder, 'README.md'))
await must('npm', ['pack', '--pack-destination', '..', '--loglevel=error'], folder)
console.log(`dist/laurel-sdk-${manifest.version}.tgz`)

async function must(command, args, cwd = root) {
  // Both print what is wrong to standard output.
  const code = await run(command, args, { cwd, stdio: ['ignore', process.stderr, 'inherit'] })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}
