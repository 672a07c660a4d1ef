{{- define "broadside.labels" -}}
app.kubernetes.io/name: broadside
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "broadside.selector" -}}
app.kubernetes.io/name: broadside
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "broadside.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{- define "broadside.server" -}}
{{ .Release.Name }}-server
{{- end }}

{{/* What both pods have: nothing to write but their folders, and a user that owns nothing else. */}}
{{- define "broadside.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "broadside.container" -}}
image: {{ include "broadside.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "broadside.claim" -}}
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: data
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .className }}
    storageClassName: {{ . | quote }}
    {{- end }}
    resources: { requests: { storage: {{ .size }} } }
{{- end }}
