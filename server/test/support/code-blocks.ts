/** A block of code of a page. The words after its language say how to treat it. */
export type CodeBlock = { line: number; language: string; words: string[]; text: string }

/** Runs until it is stopped, beside the blocks after it. */
const UNTIL_STOPPED = 'until-stopped'
/** Cannot be run on the way: it is for production, or for the repository itself. */
export const NO_RUN = 'no-run'

const FENCE = /^ *```(.*)\n([\s\S]*?)^ *```$/gm
const PROGRAMS = ['ts', 'js']
/** Prints one of these when it is ready for the next block. */
const READY = 'Stop it with|listening|^id: '
/** What runs a language that is installed on some machines only. */
const OPTIONAL: Record<string, string> = { python: 'python3', php: 'php', go: 'go' }

export function codeBlocksOf(page: string): CodeBlock[] {
  return [...page.matchAll(FENCE)].map(({ 1: info = '', 2: text = '', index }) => {
    const [language = '', ...words] = info.trim().split(/\s+/)
    return { line: page.slice(0, index).split('\n').length, language, words, text }
  })
}

/** The name under which readers save a block. */
export const fileNameOf = ({ words }: CodeBlock): string | undefined =>
  words.find((word) => /\.\w+$/.test(word))

/** Without those whose language is not installed. */
export const runnableOf = (blocks: CodeBlock[], isInstalled: (program: string) => boolean): CodeBlock[] =>
  blocks.filter(({ language, words }) => {
    const program = OPTIONAL[language]
    return !words.includes(NO_RUN) && (program === undefined || isInstalled(program))
  })

/** What comments announce: how many requests are refused, and what is printed. */
export const announcedIn = (blocks: CodeBlock[]): { refusals: number; prints: string[] } => ({
  refusals: commentsIn(blocks, 'refused').length,
  prints: commentsIn(blocks, 'prints'),
})

const commentsIn = (blocks: CodeBlock[], word: string): string[] =>
  blocks.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(`(?:#|//) .*\\b${word}: (.+)$`, 'gm'))].map(([, rest = '']) => rest),
  )

/**
 * The blocks of a page as one script for bash, in their order, so that each has the variables of those before it.
 * Neighbouring programs without a file name are one program, as in a file that grows while one reads.
 */
export function scriptOf(
  blocks: CodeBlock[],
  isInstalled: (program: string) => boolean,
): { script: string; skipped: string[] } {
  const skipped: string[] = []
  const steps: Step[] = []
  for (const block of blocks.filter(({ words }) => !words.includes(NO_RUN))) {
    const { language, words, line, text } = block
    const name = fileNameOf(block)
    const last = steps.at(-1)
    const missing = Object.values(OPTIONAL).find(
      (program) => new RegExp(`^${program} `, 'm').test(text) && !isInstalled(program),
    )
    if (name) steps.push({ kind: 'file', name, text })
    else if (PROGRAMS.includes(language) && last?.kind === 'program') last.text += text
    else if (PROGRAMS.includes(language))
      steps.push({ kind: 'program', name: `line-${line}.${language === 'ts' ? 'ts' : 'mjs'}`, text })
    else if (language !== 'sh') continue
    else if (missing) skipped.push(`line ${line}: ${missing} is not installed`)
    else steps.push({ kind: 'shell', text: words.includes(UNTIL_STOPPED) ? untilStopped(text, line) : text })
  }
  return { script: steps.map(commandsOf).join('\n'), skipped }
}

type Step = { kind: 'shell'; text: string } | { kind: 'file' | 'program'; name: string; text: string }

function commandsOf(step: Step): string {
  if (step.kind === 'shell') return step.text
  const file = `cat > ${step.name} <<'END_OF_FILE'\n${step.text}END_OF_FILE\n`
  return step.kind === 'file' ? file : `${file}node ${step.name}\n`
}

function untilStopped(text: string, line: number): string {
  const output = `"$GUIDE_FOLDER/output-${line}.txt"`
  return `( ${text} ) > ${output} 2>&1 &
until grep -qiE '${READY}' ${output}; do
  kill -0 $! 2> /dev/null || { cat ${output}; exit 1; }
  sleep 0.1
done
`
}

/** What stands in a page for addresses that a test chooses. */
export function withAddresses(text: string, url: string, ownPort: number): string {
  const { host } = new URL(url)
  return text.replaceAll(/(127\.0\.0\.1|localhost):3000/g, host).replaceAll('8080', String(ownPort))
}
