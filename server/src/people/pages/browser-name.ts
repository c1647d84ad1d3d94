const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser of a User-Agent, such as Firefox on Windows. */
export function browserName(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1] ?? 'A browser'
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1]
  return system ? `${browser} on ${system}` : browser
}
