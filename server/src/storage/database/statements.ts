/** Quoted text, dollar-quoted text and comments, in which a semicolon ends nothing. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//

/** The statements of a script, without its comments. Citus takes changes of tables one by one. */
export function statementsOf(script: string): string[] {
  const statements = ['']
  for (const [piece] of script.matchAll(new RegExp(`${OPAQUE.source}|[^]`, 'g'))) {
    if (piece === ';') statements.push('')
    else if (!/^(--|\/\*)/.test(piece)) statements[statements.length - 1] += piece
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}
