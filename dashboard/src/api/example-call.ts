/** What a request of an example says. */
export type ExampleValue = string | number | boolean | ExampleValue[] | { [name: string]: ExampleValue }

/** A call that examples in all languages make. Words in capitals are placeholders. */
export type ExampleCall = {
  of: 'award' | 'activity'
  path: string
  fields: { [name: string]: ExampleValue }
}

/** Awards a rule, or a sub-rule by its own name; a per-unit rule with its units. */
export const awardCall = (ruleName: string, perUnit: boolean): ExampleCall => ({
  of: 'award',
  path: '/api/v1/laas/rules/award',
  fields: { userId: 'USER_ID', ruleName, ...(perUnit && { units: 'UNITS' }), reference: 'ORDER_ID' },
})

/** Tells what happened. */
export const activityCall = (type: string, properties: { [name: string]: ExampleValue }): ExampleCall => ({
  of: 'activity',
  path: '/api/v1/laas/activities',
  fields: {
    type,
    userId: 'USER_ID',
    reference: 'ORDER_ID',
    ...(Object.keys(properties).length > 0 && { properties }),
  },
})
