import { onOff } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

/** Settings of alerts. Rules and endpoints are in the file `alerts.json` of the data directory. */
export const ALERT_SETTINGS = {
  allowPrivateWebhooks: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    onOff,
    false,
    'endpoints of alerts may have private addresses, http and any port; refused together with paid gating',
  ),
};
