import rulesets from '@stoplight/spectral-rulesets'

/** The rules of Spectral for the API reference. */
export const RULESET = {
  extends: [rulesets.oas],
  rules: {
    // Each operator runs a service of their own, so the document cannot name whom to ask.
    'info-contact': 'off' as const,
  },
}
