import { readFile } from 'node:fs/promises'

export function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: string }).code === code
}

export async function readIfExists(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
