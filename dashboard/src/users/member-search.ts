import { oneOf, textOf } from '../layout/search-params.ts'

/** Which lines of a member are shown; all without one. */
export const MEMBER_VIEWS = ['awards', 'spent', 'held', 'corrections', 'refused', 'account'] as const
export type MemberView = (typeof MEMBER_VIEWS)[number]

type MemberSearch = {
  show?: MemberView | undefined
  /** In the order, the note or the name of the rule. */
  q?: string | undefined
  /** The id of the line that is open. */
  line?: string | undefined
}

/** Links of the first edition name an award, or its outcome. */
export const readMemberSearch = ({
  show,
  q,
  line,
  award,
  outcome,
}: Record<string, unknown>): MemberSearch => ({
  show: oneOf(show, MEMBER_VIEWS) ?? (outcome === 'refused' ? 'refused' : undefined),
  q: textOf(q),
  line: textOf(line) ?? textOf(award),
})
