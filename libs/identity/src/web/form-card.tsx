import type { ComponentChildren } from 'preact';
import type { Messages } from './messages.js';
import { Field, FormToken } from './page.js';

interface FormCardProps {
  readonly action: string;
  readonly formToken: string;
  readonly submit: string;
  readonly title?: string;
  readonly lead?: string;
  readonly next?: string;
  readonly narrow?: boolean;
  readonly children?: ComponentChildren;
  /** Content after the submit button, which must be the first button of the form, because Enter activates that one. */
  readonly after?: ComponentChildren;
}

export function FormCard({ action, formToken, submit, title, lead, next, narrow, children, after }: FormCardProps) {
  return (
    <form class="card" method="post" action={action}>
      {title && <h2>{title}</h2>}
      {lead && <p class="soft">{lead}</p>}
      <FormToken value={formToken} />
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {children}
      <button class={narrow ? 'wide' : ''} type="submit">
        {submit}
      </button>
      {after}
    </form>
  );
}

interface EmailFieldProps {
  readonly messages: Messages;
  readonly value: string;
  readonly fault?: string | undefined;
}

export function EmailField({ messages, value, fault }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label={messages.email}
      value={value}
      fault={fault}
      autocomplete="username"
      maxlength={254}
    />
  );
}

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly fault?: string | undefined;
  readonly rule?: string;
}

/**
 * Renders a password field. For password managers, `autocomplete` distinguishes the current password from a new one.
 */
export function PasswordField({ name, label, fault, rule }: PasswordFieldProps) {
  const isNew =
    rule === undefined
      ? { autocomplete: 'current-password' }
      : { autocomplete: 'new-password', hint: rule, minlength: 12 };
  return <Field name={name} type="password" label={label} fault={fault} maxlength={400} {...isNew} />;
}
