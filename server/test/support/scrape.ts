import assert from 'node:assert/strict'
import type { Laurel } from './process.ts'

type Sample = { name: string; labels: Record<string, string>; value: number }

export type Scrape = {
  text: string
  /** The type of each family. */
  types: Map<string, string>
  samples: Sample[]
  /** The sum of the samples of this name that have these labels. */
  sum(name: string, labels?: Record<string, string>): number
}

const TYPE = /^# TYPE (\S+) (\S+)$/gm
const SAMPLE = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/gm
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g

/** What Prometheus would read from a service that announced its metrics. */
export async function scrape({ said }: Laurel): Promise<Scrape> {
  const url = /Metrics +(http:\S+)/.exec(said())?.[1]
  assert(url, said())
  const response = await fetch(url)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const samples = [...text.matchAll(SAMPLE)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }))
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(samples.length, lines.length, 'every line is read')
  return {
    text,
    samples,
    types: new Map([...text.matchAll(TYPE)].map(([, name = '', type = '']) => [name, type])),
    sum: (name, labels = {}) =>
      samples
        .filter(
          (sample) =>
            sample.name === name &&
            Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
        )
        .reduce((total, { value }) => total + value, 0),
  }
}
