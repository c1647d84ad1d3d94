export type AccountKind = 'team' | 'user'

/** A member of a partner's team, or a user. Sessions, passwords and mailed links work alike for both. */
export type Account = { kind: AccountKind; id: string }
