import type { LaurelCommand } from './laurel-command.ts'

type Word = { word: string; about: string; takesValue?: boolean }
/** The words that can follow a command: its commands, options and the values of its argument. */
type Place = { path: string; words: Word[]; takesFiles: boolean }

export const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** Lists words; a shell completes files where none of them fits. */
export function completionScript(program: LaurelCommand, shell: Shell): string {
  const places = placesIn(program)
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places)
}

function placesIn(command: LaurelCommand): Place[] {
  const commands = command.commands as LaurelCommand[]
  const words = [
    ...commands.map((child) => ({ word: child.name(), about: child.description() })),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, about: description })),
    ),
    ...command.options.map(({ long, short, description, required }) => ({
      word: long ?? short ?? '',
      about: description,
      takesValue: required,
    })),
    { word: '--help', about: 'show the help' },
  ]
  const takesFiles = words.every(({ word }) => word.startsWith('--'))
  return [{ path: command.path, words, takesFiles }, ...commands.flatMap(placesIn)]
}

const paths = (places: Place[], separator = ' | ') =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(separator)

const bashScript = (places: Place[]) => `# laurel in bash: source <(laurel completion bash)
_laurel() {
  local word path='' words='' current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths(places)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${places.map(({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _laurel laurel
`

const zshScript = (places: Place[]) => `#compdef laurel
# laurel in zsh: source <(laurel completion zsh)
_laurel() {
  local word path_=''
  local -a known
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
      ${paths(places)}) path_="\${path_:+$path_ }$word" ;;
    esac
  done
  case "$path_" in
${places.map(({ path, words }) => `    '${path}') known=(${words.map(zshWord).join(' ')}) ;;\n`).join('')}  esac
  _describe 'laurel' known || _files
}
compdef _laurel laurel
`

const zshWord = ({ word, about }: Word) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)

const fishScript = (places: Place[]) => `# laurel in fish: laurel completion fish | source
function __laurel_at
  set -l path
  for word in (commandline -opc)[2..]
    switch (string join -- ' ' $path $word)
      case ${paths(places, ' ')}
        set path $path $word
    end
  end
  test "$path" = "$argv[1]"
end
${places.map(fishLines).join('')}`

function fishLines({ path, words, takesFiles }: Place): string {
  const names = words.map(({ word, about, takesValue }) => {
    const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`
    return `${name}${takesValue ? ' -r' : ''} -d ${quoted(about)}`
  })
  return [...(takesFiles ? [] : ['-f']), ...names]
    .map((rest) => `complete -c laurel -n '__laurel_at "${path}"' ${rest}\n`)
    .join('')
}

/** Makes one word of every shell here. */
const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`
