import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { CANDIDATES_MAX, PREVIOUS_POSITIONS_MAX } from './previous-positions.ts'

/** Where a user was on a board when the day began. */
export const PreviousPositionField = () =>
  Nullable(
    Type.Integer({
      description: `The position when this day began (UTC). 0: the user was not on the board. Null: it is not known, because the position was behind ${PREVIOUS_POSITIONS_MAX} on a board with more than ${CANDIDATES_MAX} members, because very much happened since, or because the board is of another month or began today.`,
    }),
  )

export const PreviousQuery = () =>
  Type.Optional(
    Type.Boolean({
      default: false,
      must: 'be true or false',
      description: 'Whether entries say in `previousPosition` where users were when this day began (UTC).',
    }),
  )
