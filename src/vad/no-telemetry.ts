/**
 * Imported before onnxruntime, which otherwise writes a device id into the user's cache folder and reports use to its vendor over HTTPS
 * (1.30 on Linux; its switch is this variable). turnrig talks to nobody but the room and the services that a scenario names.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
