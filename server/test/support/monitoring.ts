import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scrape } from './scrape.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What Prometheus itself adds. */
const ADDED_METRICS = ['up']
const ADDED_LABELS = ['job', 'instance', 'le']

const NAME = /\b(?:up|(?:laurel|nodejs|process)_[a-z_0-9]+)\b(?:\{([^}]*)\})?/g
const MATCHER = /([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g

/** The text of an alert's query, which may go on over deeper lines. */
const ALERT = /^( +)expr: (?:\|\n((?:\1 +.*\n)+)|(.+)\n)/gm

export function queriesOfAlerts(): string[] {
  const text = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  return [...text.matchAll(ALERT)].map(([, , block, line]) => block ?? line ?? '')
}

export function queriesOfDashboard(): string[] {
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/laurel.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** The metrics and labels in queries that a scrape does not have. */
export function checkQueries(queries: string[], { types, samples }: Scrape): string[] {
  const labelsOf = new Map<string, Set<string>>()
  for (const { name, labels } of samples) {
    const known = labelsOf.get(name) ?? new Set(ADDED_LABELS)
    labelsOf.set(name, known)
    for (const label of Object.keys(labels)) known.add(label)
  }
  const isMeasured = (name: string) => {
    const family = name.replace(/_(bucket|sum|count)$/, '')
    return types.get(family) === 'histogram' ? family !== name : types.has(name)
  }
  return queries.flatMap((query) => {
    const found = [...query.matchAll(NAME)].filter(
      ([whole]) => !ADDED_METRICS.includes(whole.split('{')[0] ?? ''),
    )
    if (found.length === 0 && !/\bup\{/.test(query)) return [`no metric in: ${query}`]
    return found.flatMap(([whole, matchers = '']) => {
      const name = whole.split('{')[0] ?? ''
      if (!isMeasured(name)) return [`${name} is not measured: ${query}`]
      const known = labelsOf.get(name)
      return [...matchers.matchAll(MATCHER)]
        .map(([, label = '']) => label)
        .filter((label) => known && !known.has(label))
        .map((label) => `${name} has no label ${label}: ${query}`)
    })
  })
}
