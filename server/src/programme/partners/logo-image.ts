import { crc32 } from 'node:zlib'

const TYPES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

export type ImageType = keyof typeof TYPES

/** The ending of a file of this type. */
export const endingOf = (type: ImageType): string => TYPES[type]

export type Image = { type: ImageType; width: number; height: number }

/**
 * Reads type and size of an image from its bytes, whatever its sender calls it; undefined if it is not whole. What
 * follows the image is refused, so that a file is nothing else at the same time.
 */
export const readImage = (bytes: Buffer): Image | undefined =>
  readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** The length and the type of a chunk before its data, and the checksum after. */
const CHUNK_BYTES = 12

function readPng(bytes: Buffer): Image | undefined {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return undefined
  let size: Pick<Image, 'width' | 'height'> | undefined
  let hasData = false
  for (let at = PNG.length; at + CHUNK_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_BYTES + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if (!size) {
      if (type !== 'IHDR' || length !== 13) return undefined
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData && end === bytes.length ? { type: 'image/png', ...size } : undefined
    at = end
  }
  return undefined
}

const FILL = 0xff
const SCAN = 0xda
const END = 0xd9
/** The markers of frames, which have the size; those between are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Restarts stand inside the data of a scan. */
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** Segments have a marker and a length. */
const isSegment = (marker: number) => marker >= 0xc0 && !isRestart(marker) && marker !== 0xd8

function readJpeg(bytes: Buffer): Image | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let size: Pick<Image, 'width' | 'height'> | undefined
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff) return undefined
    if (marker === END)
      return size && hasScan && at + 2 === bytes.length ? { type: 'image/jpeg', ...size } : undefined
    if (marker === FILL) {
      at += 1
      continue
    }
    if (!isSegment(marker) || at + (isFrame(marker) ? 9 : 4) > bytes.length) return undefined
    if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker !== SCAN) continue
    hasScan = true
    at = endOfScan(bytes, at)
  }
  return undefined
}

/** Where the data of a scan ends: at the next marker. A byte 0xff of the data is followed by 0. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && !isRestart(next)) return at
  }
  return bytes.length
}

const WEBP_BYTES_MIN = 30

function readWebp(bytes: Buffer): Image | undefined {
  if (bytes.length < WEBP_BYTES_MIN || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length)
    return undefined
  const size = webpSize(bytes)
  return size && { type: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): Pick<Image, 'width' | 'height'> | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
