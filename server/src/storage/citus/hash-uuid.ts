/**
 * The hash by which PostgreSQL, and so Citus, divides the values of a `uuid` column: from -2^31 to 2^31 - 1.
 */
export function hashUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const seed = SEED + bytes.length
  const word = (index: number) => bytes.readInt32LE(4 * index)
  const [a, b, c] = mix((seed + word(0)) | 0, (seed + word(1)) | 0, (seed + word(2)) | 0)
  return finish((a + word(3)) | 0, b, c)
}

const SEED = 0x9e3779b9 + 3_923_095

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** Bob Jenkins' lookup3, as in PostgreSQL's hashfn.c. */
function mix(a: number, b: number, c: number): [number, number, number] {
  a = (a - c) ^ rotate(c, 4)
  c = (c + b) | 0
  b = (b - a) ^ rotate(a, 6)
  a = (a + c) | 0
  c = (c - b) ^ rotate(b, 8)
  b = (b + a) | 0
  a = (a - c) ^ rotate(c, 16)
  c = (c + b) | 0
  b = (b - a) ^ rotate(a, 19)
  a = (a + c) | 0
  c = (c - b) ^ rotate(b, 4)
  b = (b + a) | 0
  return [a, b, c]
}

function finish(a: number, b: number, c: number): number {
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}
