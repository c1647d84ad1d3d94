import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Instruction = { name: string; text: string }

/** The instructions of a Dockerfile in order, without comments, each on one line. */
export function instructionsOf(text: string): Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.split(' ')
      return { name, text: words.join(' ') }
    })
}

/** The image that a Dockerfile leads to, as folders on this machine. */
export type Image = {
  env: Record<string, string>
  user: string
  workingFolder: string
  entrypoint: string[]
  command: string[]
  healthCheck: string[]
  /** Where a path of the image is on this machine. */
  pathOf(path: string): string
}

type Stage = Image & { folder: string }

/** Carries out the instructions of a Dockerfile in a clean folder. `runStep` runs what stands behind RUN. */
export async function buildImage({
  root,
  folder,
  runStep,
}: {
  root: string
  folder: string
  runStep: (command: string, options: { cwd: string; stage: string }) => Promise<void>
}): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { name, text } of instructionsOf(await readFile(join(root, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [, , as = 'image'] = text.split(' ')
      stage = newStage(join(folder, as))
      stages.set(as, stage)
      continue
    }
    assert(stage, `${name} stands before FROM`)
    const cwd = stage.pathOf(stage.workingFolder)
    await mkdir(cwd, { recursive: true })
    if (name === 'WORKDIR') stage.workingFolder = text
    else if (name === 'ENV') Object.assign(stage.env, settingsIn(text))
    else if (name === 'USER') stage.user = text
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(text)
    else if (name === 'CMD') stage.command = JSON.parse(text)
    else if (name === 'HEALTHCHECK') stage.healthCheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4))
    else if (name === 'RUN') await runStep(text, { cwd, stage: stage.folder.slice(folder.length + 1) })
    else if (name === 'COPY') await copy(text, { root, stage, stages })
    else assert(['EXPOSE', 'VOLUME', 'STOPSIGNAL'].includes(name), `the test knows no ${name}`)
  }
  assert(stage)
  return stage
}

function newStage(folder: string): Stage {
  return {
    folder,
    env: {},
    user: '0',
    workingFolder: '/',
    entrypoint: [],
    command: [],
    healthCheck: [],
    pathOf: (path) => join(folder, path),
  }
}

function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((setting) => setting.split('=') as [string, string]))
}

async function copy(
  text: string,
  { root, stage, stages }: { root: string; stage: Stage; stages: Map<string, Stage> },
): Promise<void> {
  const words = text.split(' ')
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const to = stage.pathOf(resolve(stage.workingFolder, paths.at(-1) ?? ''))
  for (const path of paths.slice(0, -1)) {
    if (from) {
      const source = stages.get(from)?.pathOf(path)
      assert(source, `no stage is called ${from}`)
      await cp(source, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      continue
    }
    const files = (await contextOf(root)).filter((file) => path === '.' || file === path)
    assert(files.length > 0, `${path} is not in the context of the build`)
    for (const file of files) {
      // A folder is copied with its tree, a file into the folder that is named last.
      const copied = join(to, path === '.' ? file : (file.split('/').at(-1) ?? ''))
      await mkdir(dirname(copied), { recursive: true })
      await cp(join(root, file), copied, { preserveTimestamps: true })
    }
  }
}

/** The files that .dockerignore lets through, of those that git would commit. */
export async function contextOf(root: string): Promise<string[]> {
  const rules = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isIgnored: !line.startsWith('!'), pattern: line.replace(/^!/, '') }))
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  return stdout.split('\0').filter((file) => {
    const last = rules.findLast(
      // Unlike here, a star of Docker matches names that begin with a dot.
      ({ pattern }) => pattern === '*' || matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`),
    )
    return file !== '' && !last?.isIgnored
  })
}
