import { coinsText } from '../format/coins.ts'
import { contrastOf, readableAccents } from './accent.ts'

/** The pages of the service without an accent, and their backgrounds. */
const SCHEMES = {
  light: { name: 'Light pages', background: '#f7f5ef', accent: '#1e6842' },
  dark: { name: 'Dark pages', background: '#12140f', accent: '#7cc596' },
} as const

type Brand = { name: string; logo: string | null; accent: string | null }

export function BrandPreviews(brand: Brand) {
  return (
    <div className="brand-previews">
      <BrandPreview scheme="light" {...brand} />
      <BrandPreview scheme="dark" {...brand} />
    </div>
  )
}

function BrandPreview({ scheme, name, logo, accent }: Brand & { scheme: keyof typeof SCHEMES }) {
  const { name: title, background, accent: without } = SCHEMES[scheme]
  const readable = accent === null ? null : readableAccents(accent)
  const colour = readable ? readable[scheme === 'light' ? 'onLight' : 'onDark'] : without
  const isChanged = accent !== null && colour.toLowerCase() !== accent.toLowerCase()
  return (
    <figure className="brand-preview" data-scheme={scheme} style={{ margin: 0 }}>
      <figcaption className="brand-note">{title}</figcaption>
      <span className="brand-head">
        {logo && <img src={logo} alt={`Logo of ${name}`} />}
        <bdi className="cut">{name}</bdi>
      </span>
      <span className="brand-amount display" style={{ color: colour }}>
        {coinsText(120)}
      </span>
      <span className="brand-button" style={{ background: colour }} aria-hidden>
        Continue
      </span>
      <span className="brand-note">
        {accent === null ? 'Without an accent' : `Contrast ${contrastOf(colour, background).toFixed(1)} : 1`}
        {isChanged &&
          `, ${scheme === 'light' ? 'darkened' : 'lightened'} to ${colour} so that it can be read`}
      </span>
    </figure>
  )
}
