import { CardPage } from './card-page.tsx'

export function ConfirmEmailPage() {
  return <CardPage title="Confirm your e-mail address">{null}</CardPage>
}
