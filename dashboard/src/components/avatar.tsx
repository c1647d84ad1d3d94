const TINTS = ['leaf', 'brass-fill', 'spend', 'slate', 'clay', 'bronze']
const LEAF = 'M0 -1.5Q-3.4 -5 0 -9.6Q3.4 -5 0 -1.5Z'

/** The same number for the same text, without a pattern that neighbours share. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (const character of text.toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** A rosette of leaves, drawn from a tag or a name. Pictures are not loaded: their addresses are not trusted. */
export function Avatar({ seed, size = 20 }: { seed: string; size?: number }) {
  const hash = hashOf(seed)
  const tint = `var(--${TINTS[hash % TINTS.length]})`
  const leaves = 3 + ((hash >>> 4) % 5)
  const turn = (hash >>> 8) % 90
  const hasCentre = (hash >>> 16) % 2 === 0
  return (
    <svg className="avatar" width={size} height={size} viewBox="-12 -12 24 24" aria-hidden>
      <circle r={12} fill={tint} fillOpacity={0.18} />
      {Array.from({ length: leaves }, (_, index) => Math.round((360 / leaves) * index + turn)).map(
        (angle) => (
          <path key={angle} d={LEAF} fill={tint} transform={`rotate(${angle})`} />
        ),
      )}
      {hasCentre && <circle r={2} fill={tint} />}
    </svg>
  )
}
