type Cookie = { name: string; value: string; path: string }

/** The cookies of one browser. */
export class CookieJar {
  #cookies: Cookie[] = []

  /** Keeps what a response sets, and drops what it ends. */
  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */)
      const attribute = (name: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
      const [name = '', ...value] = pair.split('=')
      const path = attribute('path') ?? '/'
      this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
      const isOver = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now()
      if (!isOver) this.#cookies.push({ name, value: value.join('='), path })
    }
  }

  /** What the browser sends to a path. */
  header(pathname: string): { cookie?: string } {
    const sent = this.#cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
    return sent.length > 0 ? { cookie: sent.join('; ') } : {}
  }

  get = (name: string) => this.#cookies.find((cookie) => cookie.name === name)?.value

  set(name: string, value: string): void {
    this.#cookies.push({ name, value, path: '/' })
  }

  clear(): void {
    this.#cookies = []
  }
}
