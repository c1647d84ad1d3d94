import { Wreath } from '../components/icons.tsx'

export function Logo() {
  return (
    <span className="wordmark display">
      <Wreath size={20} />
      Laurel
    </span>
  )
}
