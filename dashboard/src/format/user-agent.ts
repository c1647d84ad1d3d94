const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstOf = (names: readonly (readonly [string, RegExp])[], agent: string) =>
  names.find(([, sign]) => sign.test(agent))?.[0]

/** "Firefox on Windows"; programs that are not browsers are named by their first word. */
export function userAgentText(agent: string | null): string {
  if (!agent) return 'A program without a name'
  const browser = firstOf(BROWSERS, agent)
  if (!browser) return agent.split(/[/\s]/, 1)[0] || agent
  const system = firstOf(SYSTEMS, agent)
  return system ? `${browser} on ${system}` : browser
}
