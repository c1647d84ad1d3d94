import type { Named } from '../members/member-name.ts'

export const PLACES_PER_PAGE = 20

export type Place = { position: number; userId: string; person: Named; amount: string }

/** Where one user stands; position 0 is nowhere. */
type Standing = { userId: string; person: Named; amount: string; position: number }

/** A part of a board; `standing` is of the user who was asked for. */
export type BoardPart = {
  places: Place[]
  count: number
  page: number
  lastpage: number
  standing: Standing | null
}
