import { CardPage } from './card-page.tsx'

export function ResetPasswordPage() {
  return <CardPage title="Choose a new password">{null}</CardPage>
}
